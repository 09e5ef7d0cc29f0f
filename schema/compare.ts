/** Compares `contract.graphql`, what front ends may rely on, with `schema.graphql`, and fails on what it breaks. */
import { readFileSync } from 'node:fs';
import { contractFaults } from './contract-faults.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

const faults = await contractFaults(read('contract.graphql'), read('schema.graphql'));

for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`schema/schema.graphql breaks schema/contract.graphql in ${faults.length} places.`);
  process.exitCode = 1;
}
