import type { Measurements, StreamingTransport } from '../../contracts/measurements.ts';
import { METRICS, type MetricDefinition, type MetricName } from './catalogue.ts';
import { CounterTable, HistogramTable } from './tables.ts';

/** The numbers behind every counter and histogram of the catalogue. */
export interface Recorder {
  readonly measurements: Measurements;
  readonly counters: ReadonlyMap<string, CounterTable>;
  readonly histograms: ReadonlyMap<string, HistogramTable>;
  /** Subscriptions that are open now. */
  readonly openStreams: ReadonlyMap<StreamingTransport, number>;
}

export function createRecorder(): Recorder {
  const definitions: readonly MetricDefinition[] = METRICS;
  const counters = new Map(
    definitions.filter(({ type }) => type === 'counter').map(({ name }) => [name, new CounterTable()] as const),
  );
  const histograms = new Map(
    definitions
      .filter(({ type }) => type === 'histogram')
      .map(({ name, buckets = [] }) => [name, new HistogramTable(buckets)] as const),
  );
  const openStreams = new Map<StreamingTransport, number>();
  return { measurements: createMeasurements({ counters, histograms, openStreams }), counters, histograms, openStreams };
}

const SECOND_MS = 1_000;
const NO_LABELS: readonly string[] = [];

function createMeasurements(tables: {
  readonly counters: ReadonlyMap<string, CounterTable>;
  readonly histograms: ReadonlyMap<string, HistogramTable>;
  readonly openStreams: Map<StreamingTransport, number>;
}): Measurements {
  const { counters, histograms, openStreams } = tables;
  const countOpen = (transport: StreamingTransport, change: number) =>
    openStreams.set(transport, (openStreams.get(transport) ?? 0) + change);
  const counter = (name: MetricName) => required(counters, name);
  const histogram = (name: MetricName) => required(histograms, name);
  const operations = counter('dubbing_operations_total');
  const operationSeconds = histogram('dubbing_operation_seconds');
  const refusals = counter('dubbing_refusals_total');
  const upstreamRequests = counter('dubbing_upstream_requests_total');
  const upstreamSeconds = histogram('dubbing_upstream_seconds');
  const quotaWaits = counter('dubbing_quota_waits_total');
  const rateLimited = counter('dubbing_rate_limited_total');
  const polls = counter('dubbing_polls_total');
  const gaps = histogram('dubbing_poll_gap_seconds');
  const estimateErrors = histogram('dubbing_estimate_error_seconds');
  const updatesSent = counter('dubbing_updates_sent_total');
  const updatesSkipped = counter('dubbing_updates_skipped_total');
  const streamsClosed = counter('dubbing_streams_closed_total');
  const cacheReads = counter('dubbing_cache_reads_total');
  const uploadedBytes = counter('dubbing_uploads_bytes_total');
  const redisSeconds = histogram('dubbing_redis_seconds');
  return {
    operationEnded({ type, transport, outcome, durationMs }) {
      operations.add([type, transport, outcome]);
      // A subscription lasts as long as its reader likes: its duration says nothing of the gateway.
      if (type !== 'subscription') operationSeconds.observe([type], durationMs / SECOND_MS);
    },
    refused: (code) => refusals.add([code]),
    upstreamRequested({ endpoint, reason, outcome, durationMs }) {
      upstreamRequests.add([endpoint, reason, outcome]);
      upstreamSeconds.observe([reason], durationMs / SECOND_MS);
    },
    quotaWaited: () => quotaWaits.add(NO_LABELS),
    rateLimited: () => rateLimited.add(NO_LABELS),
    polled: (kind, hasChanged) => polls.add([kind, yesOrNo(hasChanged)]),
    changeSeen: (kind, gapMs) => gaps.observe([kind], gapMs / SECOND_MS),
    estimateResolved: (kind, errorMs) => estimateErrors.observe([kind], errorMs / SECOND_MS),
    updateSent(transport, skipped) {
      updatesSent.add([transport]);
      updatesSkipped.add([transport], skipped);
    },
    streamOpened: (transport) => void countOpen(transport, 1),
    streamClosed(transport, reason) {
      countOpen(transport, -1);
      streamsClosed.add([transport, reason]);
    },
    cacheRead: (cache, isHit) => cacheReads.add([cache, yesOrNo(isHit)]),
    uploaded: (bytes) => uploadedBytes.add(NO_LABELS, bytes),
    redisCommanded: (command, durationMs) => redisSeconds.observe([command], durationMs / SECOND_MS),
  };
}

const yesOrNo = (is: boolean): 'yes' | 'no' => (is ? 'yes' : 'no');

function required<T>(tables: ReadonlyMap<string, T>, name: MetricName): T {
  const table = tables.get(name);
  if (table === undefined) throw new Error(`The catalogue has no metric ${name} of this type.`);
  return table;
}
