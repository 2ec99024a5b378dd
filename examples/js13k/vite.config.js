import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * After the build, makes one page of the folder and puts it into a container. `gen` is the program in the PATH, or
 * the one that the variable GEN names.
 */
const golf = ({ page = 'index.html', zip = 'stars.zip', options = ['--preset', 'js13k'] } = {}) => {
  let folder;
  return {
    name: 'golfchess',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const file = join(folder, page);
      const words = ['minify', file, '--zip', join(folder, zip), '--format', 'json', ...options];
      const { stdout, stderr } = await run(process.env.GEN ?? 'gen', words, { maxBuffer: 1 << 26 }).catch(error => {
        // A container above the limit has a result too.
        if (error.code !== 1) throw new Error(error.stderr || error.message);
        return error;
      });
      const { container, limit } = JSON.parse(stdout);
      this.info(stderr.trim());
      if (limit?.left < 0) this.error(`${container} bytes are ${-limit.left} too many`);
    },
  };
};

export default {
  // A page in a folder of its own.
  base: './',
  build: { modulePreload: false },
  plugins: [golf()],
};
