import type { Settings } from './settings.ts';

/** Where traces go, by the standard settings of OpenTelemetry. */
export interface TracesConfig {
  /** Without a trailing slash; `/v1/traces` comes after it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: Settings['OTEL_EXPORTER_OTLP_PROTOCOL'];
  readonly serviceName: string;
  readonly sampler: Settings['OTEL_TRACES_SAMPLER'];
  /** In [0, 1]: how many of the traces that begin here are kept. */
  readonly ratio: number;
}

/** Null without an endpoint: nothing of tracing is loaded. */
export function shapeTraces(settings: Settings): TracesConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  if (endpoint === undefined) return null;
  return {
    endpoint,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    protocol: settings.OTEL_EXPORTER_OTLP_PROTOCOL,
    serviceName: settings.OTEL_SERVICE_NAME,
    sampler: settings.OTEL_TRACES_SAMPLER,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
  };
}
