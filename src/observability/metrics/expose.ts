import { type Registry as PromRegistry, Registry } from 'prom-client';
import { METRICS, type MetricDefinition, type MetricName } from './catalogue.ts';
import type { EventLoopMonitor } from './event-loop.ts';
import type { GaugeSources, QuotaReading } from './gauges.ts';
import { collectProcessMetrics } from './process-metrics.ts';
import type { Recorder } from './recorder.ts';
import type { CounterTable, HistogramTable } from './tables.ts';

/** One line of the text format. */
interface Sample {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

export interface ExposedMetrics {
  readonly contentType: string;
  /** Prometheus' text format. */
  text(): Promise<string>;
}

/** The whole catalogue over the numbers of the recorder and the present values of the sources. */
export function exposeMetrics(recorder: Recorder, sources: GaugeSources, loop: EventLoopMonitor): ExposedMetrics {
  const registry = new Registry();
  const gauges = gaugeReaders(sources, recorder, loop);
  for (const definition of METRICS as readonly MetricDefinition[]) {
    const read = samplesOf(definition, recorder, gauges);
    registerTable(registry, { ...definition, get: async () => ({ ...definition, values: await read() }) });
  }
  collectProcessMetrics(registry);
  return { contentType: registry.contentType, text: () => registry.metrics() };
}

/**
 * The registry asks a metric for `get()` only, which is how its own metrics answer; the numbers stay ours, so that the hot
 * paths do not hash labels.
 */
function registerTable(registry: PromRegistry, metric: { readonly name: string; get(): Promise<unknown> }): void {
  Reflect.apply(registry.registerMetric, registry, [metric]);
}

function samplesOf(
  { name, type, labels }: MetricDefinition,
  { counters, histograms }: Recorder,
  gauges: ReadonlyMap<string, ReadSamples>,
): ReadSamples {
  const counter = counters.get(name);
  const histogram = histograms.get(name);
  if (counter !== undefined) return () => counterSamples(counter, labels);
  if (histogram !== undefined) return () => histogramSamples(name, histogram, labels);
  const gauge = gauges.get(name);
  if (gauge === undefined) throw new Error(`The ${type} ${name} has no source.`);
  return gauge;
}

function counterSamples(table: CounterTable, labels: readonly string[]): Sample[] {
  const samples = [...table].map(([values, value]) => ({ labels: labelled(labels, values), value }));
  // A counter without labels is there from the start, so that its rate is known from the first event on.
  return samples.length === 0 && labels.length === 0 ? [{ labels: {}, value: 0 }] : samples;
}

function histogramSamples(name: string, table: HistogramTable, names: readonly string[]): Sample[] {
  return [...table].flatMap(({ labels, counts, sum }) => {
    const common = labelled(names, labels);
    let total = 0;
    const buckets = counts.map((count, index) => {
      total += count;
      return { metricName: `${name}_bucket`, labels: { le: table.bounds[index] ?? '+Inf', ...common }, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: common, value: sum },
      { metricName: `${name}_count`, labels: common, value: total },
    ];
  });
}

const labelled = (names: readonly string[], values: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));

const only = (value: number): Sample[] => [{ labels: {}, value }];

const each = (label: string, values: ReadonlyMap<string, number>): Sample[] =>
  [...values].map(([name, value]) => ({ labels: { [label]: name }, value }));

/** Many accounts would be many series: those that have used most of a window are enough to see who is short. */
const MOST_ACCOUNTS = 20;

function quotaSamples(readings: Iterable<QuotaReading>, toValue: (reading: QuotaReading) => number): Sample[] {
  const all = [...readings];
  const used = new Map<string, number>();
  for (const { account, used: count, limit } of all) used.set(account, Math.max(used.get(account) ?? 0, count / limit));
  const shown = new Set(
    [...used.keys()].toSorted((a, b) => (used.get(b) ?? 0) - (used.get(a) ?? 0)).slice(0, MOST_ACCOUNTS),
  );
  return all
    .filter(({ account }) => shown.has(account))
    .map((reading) => ({ labels: { account: reading.account, window: reading.window }, value: toValue(reading) }));
}

/** The samples of one metric, at a scrape. */
type ReadSamples = () => Sample[] | Promise<Sample[]>;

function gaugeReaders(
  sources: GaugeSources,
  { openStreams }: Recorder,
  loop: EventLoopMonitor,
): ReadonlyMap<string, ReadSamples> {
  // Both gauges of the loop are about the same time.
  let reading = loop.read();
  const readers: Partial<Record<MetricName, ReadSamples>> = {
    dubbing_quota_used: () => quotaSamples(sources.quotas(), ({ used }) => used),
    dubbing_quota_limit: () => quotaSamples(sources.quotas(), ({ limit }) => limit),
    dubbing_watches: () => each('kind', sources.watches()),
    dubbing_sockets: () => only(sources.sockets()),
    dubbing_streams: () => each('transport', openStreams),
    dubbing_streams_by_freshness: () => each('freshness', sources.streamsByFreshness()),
    dubbing_audio_files: async () => only(await sources.audioFiles()),
    dubbing_redis_connected: () => only(sources.isRedisConnected() ? 1 : 0),
    dubbing_polling_accounts: () => only(sources.pollingAccounts()),
    dubbing_event_loop_utilization: () => {
      reading = loop.read();
      return only(reading.utilization);
    },
    dubbing_event_loop_delay_seconds: () => each('quantile', reading.delays),
  };
  return new Map(Object.entries(readers));
}
