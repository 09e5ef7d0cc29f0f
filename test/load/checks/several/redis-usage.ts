/** How much Redis is used, as it counts itself. */
import type { Redis } from 'ioredis';

/** Sums since its start. */
export interface Usage {
  /** Scripts that were run. */
  readonly scripts: number;
  /** Through its sockets. */
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly cpuMs: number;
}

const MEMBERS = ['scripts', 'bytesIn', 'bytesOut', 'cpuMs'] as const;

async function usageOf(redis: Redis): Promise<Usage> {
  const info = await redis.info('everything');
  const field = (name: string): number => Number(new RegExp(`^${name}[:=]([\\d.]+)`, 'm').exec(info)?.[1] ?? 0);
  return {
    scripts: field('cmdstat_evalsha:calls'),
    bytesIn: field('total_net_input_bytes'),
    bytesOut: field('total_net_output_bytes'),
    cpuMs: 1_000 * (field('used_cpu_user') + field('used_cpu_sys')),
  };
}

/** Of each member `a - times * b`. */
export function less(a: Usage, b: Usage, times = 1): Usage {
  return mapped((member) => a[member] - times * b[member]);
}

export function divided(usage: Usage, by: number): Usage {
  return mapped((member) => usage[member] / by);
}

/** What the work uses, without what it takes to ask for that. */
export async function usageOfWork(redis: Redis, work: () => Promise<unknown>): Promise<Usage> {
  const asked = await usageOf(redis);
  const start = await usageOf(redis);
  await work();
  return less(less(await usageOf(redis), start), less(start, asked));
}

function mapped(value: (member: (typeof MEMBERS)[number]) => number): Usage {
  return Object.fromEntries(MEMBERS.map((member) => [member, value(member)])) as unknown as Usage;
}
