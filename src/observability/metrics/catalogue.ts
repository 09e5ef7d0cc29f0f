/** One metric as dashboards and alerts see it. */
export interface MetricDefinition {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  readonly help: string;
  /** Upper bounds of a histogram's buckets, in the unit of its name. */
  readonly buckets?: readonly number[];
}

const OPERATION_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const UPSTREAM_SECONDS = [0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];
const GAP_SECONDS = [1, 2.5, 5, 15, 60, 300, 900];
const ESTIMATE_SECONDS = [-3600, -300, -60, -10, 0, 10, 60, 300, 3600];
const REDIS_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25];

/** Every metric of the gateway itself: the list that dashboards and alert rules rest on. */
export const METRICS = [
  {
    name: 'dubbing_operations_total',
    type: 'counter',
    labels: ['type', 'transport', 'outcome'],
    help: 'Operations that have ended; `refused` is the fault of the caller, `failed` that of the service or the gateway.',
  },
  {
    name: 'dubbing_operation_seconds',
    type: 'histogram',
    labels: ['type'],
    buckets: OPERATION_SECONDS,
    help: 'Duration of queries and mutations, from arrival to the end of the answer.',
  },
  {
    name: 'dubbing_refusals_total',
    type: 'counter',
    labels: ['code'],
    help: 'Requests and operations that were refused, by the code of the first error.',
  },
  {
    name: 'dubbing_upstream_requests_total',
    type: 'counter',
    labels: ['endpoint', 'reason', 'outcome'],
    help: 'Requests to the service, retries included.',
  },
  {
    name: 'dubbing_upstream_seconds',
    type: 'histogram',
    labels: ['reason'],
    buckets: UPSTREAM_SECONDS,
    help: 'Duration of requests to the service, without the wait for the quota.',
  },
  {
    name: 'dubbing_quota_used',
    type: 'gauge',
    labels: ['account', 'window'],
    help: 'Requests of the window that are used. Not exposed in passthrough mode.',
  },
  {
    name: 'dubbing_quota_limit',
    type: 'gauge',
    labels: ['account', 'window'],
    help: 'Requests that the window allows. Not exposed in passthrough mode.',
  },
  {
    name: 'dubbing_quota_waits_total',
    type: 'counter',
    labels: [],
    help: 'Requests that waited for a place in the quota.',
  },
  {
    name: 'dubbing_rate_limited_total',
    type: 'counter',
    labels: [],
    help: 'Answers of the service with status 429, or that mean it.',
  },
  {
    name: 'dubbing_polls_total',
    type: 'counter',
    labels: ['kind', 'changed'],
    help: 'Polls of watched resources that were answered.',
  },
  {
    name: 'dubbing_poll_gap_seconds',
    type: 'histogram',
    labels: ['kind'],
    buckets: GAP_SECONDS,
    help: 'Time between the previous poll and the poll that saw a change: an upper bound of the delay of the update.',
  },
  {
    name: 'dubbing_estimate_error_seconds',
    type: 'histogram',
    labels: ['kind'],
    buckets: ESTIMATE_SECONDS,
    help: 'Time of completion minus the last estimate of the service; positive if it was late.',
  },
  { name: 'dubbing_watches', type: 'gauge', labels: ['kind'], help: 'Resources that are watched.' },
  { name: 'dubbing_sockets', type: 'gauge', labels: [], help: 'Open WebSockets.' },
  { name: 'dubbing_streams', type: 'gauge', labels: ['transport'], help: 'Open subscriptions.' },
  {
    name: 'dubbing_streams_by_freshness',
    type: 'gauge',
    labels: ['freshness'],
    help: 'Readers of watched resources, by the freshness of their resource.',
  },
  { name: 'dubbing_updates_sent_total', type: 'counter', labels: ['transport'], help: 'Updates sent to subscribers.' },
  {
    name: 'dubbing_updates_skipped_total',
    type: 'counter',
    labels: ['transport'],
    help: 'States that a slow subscriber was not sent, since a newer one replaced them.',
  },
  {
    name: 'dubbing_streams_closed_total',
    type: 'counter',
    labels: ['transport', 'reason'],
    help: 'Subscriptions that have ended.',
  },
  {
    name: 'dubbing_cache_reads_total',
    type: 'counter',
    labels: ['cache', 'hit'],
    help: 'Reads of the caches: `short` (response cache), `catalogue`, `answer` (result cache), `shared` (requests in flight), `document` (parsed documents).',
  },
  { name: 'dubbing_uploads_bytes_total', type: 'counter', labels: [], help: 'Bytes of uploaded files.' },
  { name: 'dubbing_audio_files', type: 'gauge', labels: [], help: 'Files of synthesised speech in the store.' },
  {
    name: 'dubbing_redis_connected',
    type: 'gauge',
    labels: [],
    help: '1 while Redis is connected, 0 if it is not, or not used.',
  },
  {
    name: 'dubbing_redis_seconds',
    type: 'histogram',
    labels: ['command'],
    buckets: REDIS_SECONDS,
    help: 'Duration of commands to Redis.',
  },
  {
    name: 'dubbing_polling_accounts',
    type: 'gauge',
    labels: [],
    help: 'Accounts for which this instance polls.',
  },
  {
    name: 'dubbing_event_loop_utilization',
    type: 'gauge',
    labels: [],
    help: 'Share of time that the event loop was busy since the previous scrape.',
  },
  {
    name: 'dubbing_event_loop_delay_seconds',
    type: 'gauge',
    labels: ['quantile'],
    help: 'Delay of the event loop since the previous scrape.',
  },
] as const satisfies readonly MetricDefinition[];

export type MetricName = (typeof METRICS)[number]['name'];
