/** A proxy before a service, which spoils the tries of a creation one after the other, as its plan has it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fate of one try. The service has done the work in all but the first group. */
export const WORKLESS_FAULTS = ['reset', 'silence', '408', '429', '500', '502', '503', 'refused'] as const;
export const WORKED_FAULTS = [
  'lost',
  'late',
  'delayed',
  'page',
  'empty',
  '204',
  '302',
  '500 after work',
  '504 after work',
  'cut short',
  'no id',
  'texts',
] as const;
export type Fault = (typeof WORKLESS_FAULTS)[number] | (typeof WORKED_FAULTS)[number];

export interface FaultProxy extends AsyncDisposable {
  readonly url: string;
  /** The fates of the tries of the creation with this name, in turn; later ones go well. */
  plan(name: string, faults: readonly Fault[]): void;
}

interface Worked {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/** @param lateMs longer than the gateway waits for one try */
export async function startFaultProxy(serviceUrl: string, lateMs: number): Promise<FaultProxy> {
  const plans = new Map<string, Fault[]>();
  /** The creations that the service has been asked for. */
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    const forward = () => ask(serviceUrl, request, body);
    const name = request.method === 'POST' ? nameIn(body) : null;
    const fault = name === null ? undefined : plans.get(name)?.shift();
    if (name === null || fault === undefined) {
      send(response, await forward());
      return;
    }
    // A service does not refuse a request that it has carried out before.
    if (isWorkless(fault) && (fault !== 'refused' || !asked.has(name))) {
      answerWithoutWork(response, fault);
      return;
    }
    asked.add(name);
    if (fault === 'delayed') await pause(lateMs);
    const worked = await forward();
    if (fault === 'late') await pause(lateMs);
    spoil(response, fault, worked);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (name, faults) => void plans.set(name, [...faults]),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const isWorkless = (fault: Fault): fault is (typeof WORKLESS_FAULTS)[number] =>
  (WORKLESS_FAULTS as readonly string[]).includes(fault);

function answerWithoutWork(response: ServerResponse, fault: (typeof WORKLESS_FAULTS)[number]): void {
  if (fault === 'silence') return;
  if (fault === 'reset') response.socket?.resetAndDestroy();
  else if (fault === 'refused') sendJson(response, 400, { error: 'ValidationError', message: 'Not today.' });
  else response.writeHead(Number(fault), { 'retry-after': '0', 'content-type': 'text/html' }).end('<html>');
}

function spoil(response: ServerResponse, fault: Fault, worked: Worked): void {
  switch (fault) {
    case 'lost':
      response.socket?.resetAndDestroy();
      return;
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
      return;
    case 'empty':
      response.writeHead(200, { 'content-type': 'application/json' }).end();
      return;
    case '204':
    case '302':
      response.writeHead(Number(fault), { location: '/elsewhere' }).end();
      return;
    case '500 after work':
    case '504 after work':
      response.writeHead(Number(fault.slice(0, 3))).end('oh');
      return;
    case 'cut short':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': worked.body.length });
      response.write(worked.body.subarray(0, -3), () => response.destroy());
      return;
    case 'no id':
      edit(response, worked, ([key, value]) => (/^(project_)?id$/.test(key) ? [] : [[key, value]]));
      return;
    case 'texts':
      edit(response, worked, ([key, value]) => [[key, typeof value === 'number' ? String(value) : value]]);
      return;
    default:
      send(response, worked);
  }
}

type Member = readonly [string, unknown];

function edit(response: ServerResponse, worked: Worked, change: (member: Member) => readonly Member[]): void {
  const members = Object.entries(JSON.parse(worked.body.toString()) as object);
  sendJson(response, worked.status, Object.fromEntries(members.flatMap((member) => change(member))));
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function send(response: ServerResponse, { status, type, body }: Worked): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

async function ask(serviceUrl: string, { method = 'GET', url = '', headers }: IncomingMessage, body: Buffer) {
  const names = ['authorization', 'content-type', 'idempotency-key'] as const;
  const sent = names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  const hasBody = body.length > 0;
  const answer = await fetch(serviceUrl + url, {
    method,
    headers: Object.fromEntries(sent),
    ...(hasBody && { body: new Uint8Array(body) }),
  });
  const type = answer.headers.get('content-type') ?? 'application/json';
  return { status: answer.status, type, body: Buffer.from(await answer.arrayBuffer()) };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function nameIn(body: Buffer): string | null {
  return /"name":"([^"]+)"/.exec(body.toString())?.[1] ?? null;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
