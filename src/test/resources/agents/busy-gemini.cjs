// Gemini CLI on a machine with a slow disk, or a busy one, as CourierEndToEndIT wants it.
'use strict';
const files = require('node:fs');
const disk = require('node:fs/promises');
const block = millis => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);

// It takes long to write down the question of a person.
let isSlow = true;
const write = disk.writeFile;
disk.writeFile = async (file, data, ...more) => {
    if (isSlow && String(file).endsWith('logs.json') && String(data).includes('of mine')) {
        isSlow = false;
        await new Promise(done => setTimeout(done, 8000));
    }
    return write(file, data, ...more);
};
require('node:module').syncBuiltinESMExports();

// What another program has pasted, it looks at only when it reads the next key, or after four
// seconds, and takes a while for it.
let waiting;
const emit = process.stdin.emit;
const look = () => {
    const data = waiting;
    waiting = undefined;
    emit.call(process.stdin, 'data', data);
    block(60);
};

// Behind the key that this file holds, it does nothing for some milliseconds, once.
const slow = process.env.SLOW_KEY;
const linger = data => {
    const [key, millis] = files.existsSync(slow) ? JSON.parse(files.readFileSync(slow)) : [];
    if (key && data.includes(key)) {
        files.unlinkSync(slow);
        block(millis);
    }
};

process.stdin.emit = function (event, data) {
    if (event === 'data' && String(data).includes('another program')) {
        waiting = data;
        setTimeout(() => waiting && look(), 4000);
        return true;
    }
    if (event === 'data' && waiting) {
        look();
    }
    const result = emit.apply(this, arguments);
    if (event === 'data') {
        linger(String(data));
    }
    return result;
};
