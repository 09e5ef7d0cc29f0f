/** A program that logs much more than may wait, and then a little, for `log-output.test.ts`. Its one argument: bytes. */
import { once } from 'node:events';
import { openLogOutput } from '../../src/observability/log-output.ts';

const LINE_BYTES = 1000;
const output = openLogOutput((droppedLines) => output.write(`${JSON.stringify({ droppedLines })}\n`));

const lines = Math.ceil(Number(process.argv[2]) / LINE_BYTES);
for (let index = 0; index < lines; index++) {
  output.write(`${JSON.stringify({ index }).padEnd(LINE_BYTES - 1)}\n`);
}
// Lines that have not been taken are still held: standard output must not keep this program from going on.
console.error(JSON.stringify({ lines, residentMb: process.memoryUsage.rss() / 1024 ** 2 }));
const [command] = await once(process.stdin, 'data');
if (String(command) === 'log') {
  output.write(`${JSON.stringify({ index: lines })}\n`);
  await once(process.stdin, 'data');
}
await output.end();
process.exit(0);
