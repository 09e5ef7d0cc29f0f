import type { RequestOptions } from '../../src/upstream/request-options.ts';
import type { Service } from '../../src/upstream/service.ts';

/** One request that was sent. */
interface Sent {
  readonly at: number;
  readonly priority: RequestOptions['priority'];
}

/** The requests of one account. */
export interface Traffic {
  /** The service, with its requests on the record. */
  readonly service: Service;
  readonly sent: readonly Sent[];
  /** Resolves when nothing is under way any more, and all that came of it has happened. */
  settled(): Promise<void>;
}

export function createTraffic(service: Service, now: () => number): Traffic {
  const sent: Sent[] = [];
  const underWay = new Set<Promise<unknown>>();
  const noting = (call: RequestOptions): RequestOptions => ({
    ...call,
    onRequest: (ticket) => {
      sent.push({ at: now(), priority: call.priority });
      call.onRequest(ticket);
    },
  });
  const watched = <T>(answer: Promise<T>): Promise<T> => {
    const done = answer.finally(() => underWay.delete(done));
    underWay.add(done);
    return done;
  };
  const { dubbingProjects, artifacts, videos } = service;
  return {
    sent,
    service: {
      ...service,
      dubbingProjects: {
        list: (call) => watched(dubbingProjects.list(noting(call))),
        read: (id, call) => watched(dubbingProjects.read(id, noting(call))),
      },
      artifacts: { read: (id, call) => watched(artifacts.read(id, noting(call))) },
      videos: {
        read: (key, call) => watched(videos.read(key, noting(call))),
        readProgress: (key, call) => watched(videos.readProgress(key, noting(call))),
      },
    },
    async settled() {
      await new Promise((resolve) => setImmediate(resolve));
      while (underWay.size > 0) {
        await Promise.allSettled(underWay);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
