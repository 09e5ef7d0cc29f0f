import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startGateway, type TestGatewayOptions } from '../kit/gateway.ts';
import { subscribe } from '../kit/subscribe.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly spans: Span[];
  readonly bodies: string[];
}

/** Takes OTLP over HTTP as JSON. */
async function startCollector({ isSilent = false } = {}): Promise<Collector> {
  const spans: Span[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (isSilent) return;
    const text = Buffer.concat(chunks).toString();
    bodies.push(text);
    for (const { scopeSpans } of JSON.parse(text).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const startTraced = (collector: Collector, { env, ...options }: TestGatewayOptions = {}) =>
  startGateway({
    ...options,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_SAMPLER: 'always_on',
      READ_MAX_AGE_MS: '0',
      QUOTA_PER_MINUTE: '0',
      QUOTA_PER_DAY: '0',
      ...env,
    },
  });

const hasChanged = (attributes: Span['attributes'] = []) =>
  attributes.find(({ key }) => key === 'dubbing.changed')?.value['boolValue'];

const BALANCE = '{ balance { minutes } }';
const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const TRACEPARENT = `00-${CALLER.traceId}-${CALLER.spanId}-01`;

describe('traces', () => {
  it('lead from the caller by the operation to the request of the service, and stand in the log', async () => {
    await using collector = await startCollector();
    const gateway = await startTraced(collector);
    await gateway.ask(BALANCE, { headers: { traceparent: TRACEPARENT } });
    await gateway[Symbol.asyncDispose]();
    const [operation] = collector.spans.filter(({ name }) => name === 'GraphQL operation');
    const [request] = collector.spans.filter(({ name }) => name === 'GET /api/v1/balance');
    expect(operation).toMatchObject({ traceId: CALLER.traceId, parentSpanId: CALLER.spanId });
    expect(request).toMatchObject({ traceId: CALLER.traceId, parentSpanId: operation?.spanId });
    const line = gateway.logLines.find(({ msg }) => msg === 'operation');
    expect(line?.['traceId']).toBe(CALLER.traceId);
  });

  it('have one span for a request that many share, linked to all of them', async () => {
    await using collector = await startCollector();
    const gateway = await startTraced(collector);
    gateway.sandbox.misfortune({ on: { path: '/api/v1/balance' }, times: 1, answer: { kind: 'delay', ms: 300 } });
    await Promise.all(Array.from({ length: 20 }, (_, index) => gateway.ask(`query Q${index} ${BALANCE}`)));
    await gateway[Symbol.asyncDispose]();
    const operations = collector.spans.filter(({ name }) => name === 'GraphQL operation');
    const requests = collector.spans.filter(({ name }) => name === 'GET /api/v1/balance');
    expect(operations).toHaveLength(20);
    expect(requests).toHaveLength(1);
    const served = [requests[0]?.parentSpanId, ...(requests[0]?.links ?? []).map(({ spanId }) => spanId)];
    expect(served.toSorted()).toEqual(operations.map(({ spanId }) => spanId).toSorted());
  });

  it('link a shared request to nothing that is not recorded', async () => {
    await using collector = await startCollector();
    const gateway = await startTraced(collector, { env: { OTEL_TRACES_SAMPLER: 'parentbased_always_on' } });
    gateway.sandbox.misfortune({ on: { path: '/api/v1/balance' }, times: 1, answer: { kind: 'delay', ms: 2_000 } });
    const recorded = gateway.ask(BALANCE, { headers: { traceparent: TRACEPARENT } });
    // The first one is the parent, so the other one must not come before it.
    await expect.poll(() => gateway.sandbox.requests).toHaveLength(1);
    const unrecorded = gateway.ask(`query Other ${BALANCE}`, {
      headers: { traceparent: TRACEPARENT.replace(/01$/, '00') },
    });
    await Promise.all([recorded, unrecorded]);
    await gateway[Symbol.asyncDispose]();
    expect(gateway.sandbox.requests).toHaveLength(1);
    const links = collector.spans.map(({ name, links = [] }) => [name, links.length]);
    expect(links).toContainEqual(['GET /api/v1/balance', 0]);
  });

  it('lead from a poll to its request and to the update that it brought, which is linked to the subscription', async () => {
    await using collector = await startCollector();
    const gateway = await startTraced(collector, {
      env: { WATCH_MIN_INTERVAL_MS: '50', WATCH_MAX_INTERVAL_MS: '100' },
    });
    await using stream = subscribe(gateway, 'subscription { balanceUpdated { kind balance { minutes } } }', {
      headers: { traceparent: TRACEPARENT },
    });
    await stream.update();
    gateway.sandbox.account().balanceMinutes += 7;
    await stream.updateWhere(({ kind }) => kind === 'CHANGED');
    const requests = gateway.sandbox.requestCount;
    await expect.poll(() => gateway.sandbox.requestCount).toBeGreaterThan(requests + 1);
    await gateway[Symbol.asyncDispose]();
    const named = (wanted: string) => collector.spans.filter(({ name }) => name === wanted);
    const [subscription] = named('GraphQL operation');
    const updates = named('GraphQL update');
    expect(updates).toHaveLength(2);
    for (const update of updates) {
      const poll = named('poll').find(({ spanId }) => spanId === update.parentSpanId);
      expect(hasChanged(poll?.attributes)).toBe(true);
      expect(poll?.attributes).toContainEqual({ key: 'dubbing.kind', value: { stringValue: 'balance' } });
      expect(named('GET /api/v1/balance').some(({ parentSpanId }) => parentSpanId === poll?.spanId)).toBe(true);
      expect(update.links?.map(({ spanId }) => spanId)).toEqual([subscription?.spanId]);
    }
    expect(named('poll').some(({ attributes }) => hasChanged(attributes) === false)).toBe(true);
  });

  it('hold the requests of an update within its span', async () => {
    await using collector = await startCollector();
    const gateway = await startTraced(collector);
    await using stream = subscribe(gateway, 'subscription { dubbingProjectsUpdated { projects { completedAt } } }');
    await stream.update();
    await gateway[Symbol.asyncDispose]();
    const [update] = collector.spans.filter(({ name }) => name === 'GraphQL update');
    const requests = collector.spans.filter(({ name }) => name === 'GET /api/v1/projects/{project_id}');
    expect(requests.length).toBeGreaterThan(0);
    for (const { parentSpanId, traceId } of requests) {
      expect({ parentSpanId, traceId }).toEqual({ parentSpanId: update?.spanId, traceId: update?.traceId });
    }
  });

  it.each(['POST', 'GET'])('take the span of the caller from the extensions of a %s request', async (method) => {
    await using collector = await startCollector();
    const gateway = await startTraced(collector);
    const params = { query: BALANCE, extensions: { traceparent: TRACEPARENT } };
    const search = new URLSearchParams({ query: BALANCE, extensions: JSON.stringify(params.extensions) });
    const response =
      method === 'POST'
        ? await fetch(`${gateway.url}/graphql`, {
            method,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(params),
          })
        : await fetch(`${gateway.url}/graphql?${search}`, { headers: { accept: 'application/json' } });
    expect(response.status).toBe(200);
    await gateway[Symbol.asyncDispose]();
    const [operation] = collector.spans.filter(({ name }) => name === 'GraphQL operation');
    expect(operation).toMatchObject({ traceId: CALLER.traceId, parentSpanId: CALLER.spanId });
    expect(gateway.logLines.find(({ msg }) => msg === 'operation')?.['traceId']).toBe(CALLER.traceId);
  });

  it('have a span for a request that is refused before anything of it is read', async () => {
    await using collector = await startCollector();
    const gateway = await startTraced(collector, { env: { AUTH_MODE: 'passthrough' } });
    await gateway.ask(BALANCE);
    await gateway[Symbol.asyncDispose]();
    const [operation] = collector.spans.filter(({ name }) => name === 'GraphQL operation');
    expect(operation?.attributes).toContainEqual({ key: 'dubbing.outcome', value: { stringValue: 'refused' } });
  });

  it('hold no key, token, id or document', async () => {
    await using collector = await startCollector();
    const gateway = await startTraced(collector, { env: { AUTH_MODE: 'passthrough' } });
    await gateway.ask('query SecretName { dubbingProject(id: "secret-id") { name } }', { key: 'key-of-account-two' });
    await gateway[Symbol.asyncDispose]();
    expect(collector.spans.length).toBeGreaterThan(1);
    expect(collector.bodies.join('')).not.toMatch(/SecretName|secret-id|key-of-account|dubbingProject\(/);
  });

  it('end the span of a subscription once it has begun', async () => {
    await using collector = await startCollector();
    const gateway = await startTraced(collector);
    await using stream = subscribe(gateway, 'subscription { balanceUpdated { kind } }', {
      headers: { traceparent: TRACEPARENT },
    });
    await stream.update();
    await gateway[Symbol.asyncDispose]();
    const [operation] = collector.spans.filter(({ name }) => name === 'GraphQL operation');
    expect(operation?.traceId).toBe(CALLER.traceId);
    expect(operation?.attributes).toContainEqual({
      key: 'graphql.operation.type',
      value: { stringValue: 'subscription' },
    });
  });

  it('cost no answer where the collector does not answer, and do not hold up the stop', async () => {
    await using silent = await startCollector({ isSilent: true });
    const gateway = await startTraced(silent);
    for (let round = 0; round < 20; round += 1) expect((await gateway.ask(BALANCE)).errors).toEqual([]);
    await gateway[Symbol.asyncDispose]();
    expect(silent.spans).toEqual([]);
  });
});

describe('sampling', () => {
  const UNSAMPLED = `00-${CALLER.traceId}-${CALLER.spanId}-00`;
  const NEW_TRACE = /^(?!4bf92f35)[\da-f]{32}$/;

  /** The names of the spans, and the trace id of the log line, of one query. */
  async function ask(env: Readonly<Record<string, string>>, traceparent?: string) {
    await using collector = await startCollector();
    const gateway = await startTraced(collector, { env });
    await gateway.ask(BALANCE, traceparent === undefined ? {} : { headers: { traceparent } });
    await gateway[Symbol.asyncDispose]();
    const line = gateway.logLines.find(({ msg }) => msg === 'operation');
    return { names: collector.spans.map(({ name }) => name).toSorted(), traceId: line?.['traceId'] };
  }

  const SPANS = ['GET /api/v1/balance', 'GraphQL operation'];
  const NOTHING: string[] = [];
  const ratio = (sampler: string, arg: string) => ({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: arg });

  it.each([
    ['parentbased_traceidratio', '0', NOTHING, SPANS, NOTHING],
    ['parentbased_traceidratio', '1', SPANS, SPANS, NOTHING],
    ['parentbased_always_off', '1', NOTHING, SPANS, NOTHING],
    ['parentbased_always_on', '0', SPANS, SPANS, NOTHING],
    ['always_off', '1', NOTHING, NOTHING, NOTHING],
    ['always_on', '0', SPANS, SPANS, SPANS],
    ['traceidratio', '0', NOTHING, NOTHING, NOTHING],
    ['traceidratio', '1', SPANS, SPANS, SPANS],
  ])('%s of %s keeps a trace of its own, of a sampled caller, of another caller', async (sampler, arg, ...expected) => {
    const env = ratio(sampler, arg);
    const [own, sampled, unsampled] = [await ask(env), await ask(env, TRACEPARENT), await ask(env, UNSAMPLED)];
    expect([own.names, sampled.names, unsampled.names]).toEqual(expected);
    expect(own.traceId).toMatch(NEW_TRACE);
    expect([sampled.traceId, unsampled.traceId]).toEqual([CALLER.traceId, CALLER.traceId]);
  });

  it.each(['traceidratio', 'parentbased_traceidratio'])('%s keeps whole traces, by their ids', async (sampler) => {
    await using collector = await startCollector();
    const gateway = await startTraced(collector, { env: ratio(sampler, '0.5') });
    for (let round = 0; round < 64; round += 1) await gateway.ask(BALANCE);
    await gateway[Symbol.asyncDispose]();
    const lines = gateway.logLines.filter(({ msg }) => msg === 'operation').map(({ traceId }) => String(traceId));
    const operations = collector.spans.filter(({ name }) => name === 'GraphQL operation');
    const requests = collector.spans.filter(({ name }) => name === 'GET /api/v1/balance');
    expect(new Set(lines).size).toBe(64);
    expect(operations.map(({ traceId }) => traceId).toSorted()).toEqual(lines.filter(isInLowerHalf).toSorted());
    expect(requests.map(({ parentSpanId }) => parentSpanId)).toEqual(operations.map(({ spanId }) => spanId));
  });

  it('keeps nothing of a poll and its updates whose trace is not kept', async () => {
    await using collector = await startCollector();
    const gateway = await startTraced(collector, { env: ratio('parentbased_traceidratio', '0') });
    await using stream = subscribe(gateway, 'subscription { balanceUpdated { kind } }', {
      headers: { traceparent: TRACEPARENT },
    });
    await stream.update();
    await gateway[Symbol.asyncDispose]();
    expect(collector.spans.map(({ name }) => name)).toEqual(['GraphQL operation']);
  });

  /** The rule of OpenTelemetry's samplers for 0.5: the four words of the id, combined by exclusive or. */
  function isInLowerHalf(traceId: string): boolean {
    const words = traceId.match(/.{8}/g)?.map((word) => Number.parseInt(word, 16)) ?? [];
    return words.reduce((sum, word) => (sum ^ word) >>> 0, 0) < 0x7fffffff;
  }
});
