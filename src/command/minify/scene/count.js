// Says in the console which functions of a script have run, by the numbers that they give to `COUNTER`.
const print = console.log.bind(console);
const ran = [];
let found = [];
Object.defineProperty(globalThis, COUNTER, {
    value: number => {
        if (ran[number]) return;
        ran[number] = true;
        // One line for all that run until the next wait.
        if (found.push(number) == 1) Promise.resolve().then(() => print(`${COUNTER} ${found.splice(0).join(' ')}`));
    },
});
