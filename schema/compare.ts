/** Compares `schema.graphql` with `contract.graphql`, which front ends rely on, and fails on each breaking change. */
import { readFileSync } from 'node:fs';
import { contractFaults } from './contract-faults.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

const faults = await contractFaults(read('contract.graphql'), read('schema.graphql'));

for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`schema/schema.graphql breaks schema/contract.graphql in ${faults.length} places.`);
  process.exitCode = 1;
}
