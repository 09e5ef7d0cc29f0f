import type { Check } from './check.ts';
import { bombs } from './checks/bombs.ts';
import { anything } from './checks/bounds/anything.ts';
import { connections } from './checks/bounds/connections.ts';
import { halfDone } from './checks/bounds/half-done.ts';
import { honestClients } from './checks/bounds/honest-clients.ts';
import { singleOperations } from './checks/bounds/single-operations.ts';
import { strangers } from './checks/bounds/strangers.ts';
import { creationsUnderFire } from './checks/creations-under-fire.ts';
import { crowd } from './checks/crowd.ts';
import { delay } from './checks/delay.ts';
import { fuzz } from './checks/fuzz.ts';
import { hoarding } from './checks/hoarding.ts';
import { hour } from './checks/hour.ts';
import { keepAliveRace } from './checks/keep-alive-race.ts';
import { largeAnswers } from './checks/large-answers.ts';
import { longSocket } from './checks/long-socket.ts';
import { memoryFirst } from './checks/memory-first.ts';
import { memoryFlat } from './checks/memory-flat.ts';
import { moving } from './checks/moving.ts';
import { movingPush } from './checks/moving-push.ts';
import { outage } from './checks/outage.ts';
import { push } from './checks/push.ts';
import { rollingStop } from './checks/rolling-stop.ts';
import { sameRequests } from './checks/same-requests.ts';
import { fanOut } from './checks/several/fan-out.ts';
import { redisAccounts } from './checks/several/redis-accounts.ts';
import { redisAway } from './checks/several/redis-away.ts';
import { redisCosts } from './checks/several/redis-costs.ts';
import { rollingRestart } from './checks/several/rolling-restart.ts';
import { shortLived } from './checks/short-lived.ts';
import { slowConnections } from './checks/slow-connections.ts';
import { stoppedReader } from './checks/stopped-reader.ts';
import { tearOff } from './checks/tear-off.ts';
import { tornUploads } from './checks/torn-uploads.ts';
import { unrememberedReads } from './checks/unremembered-reads.ts';
import { uploads } from './checks/uploads.ts';

/** Run one after the other, since they would slow each other down. */
export const WORKING: readonly Check[] = [
  memoryFirst,
  bombs,
  anything,
  halfDone,
  strangers,
  connections,
  singleOperations,
  honestClients,
  memoryFlat,
  unrememberedReads,
  moving,
  hoarding,
  largeAnswers,
  uploads,
  tornUploads,
  hour,
  outage,
  sameRequests,
  stoppedReader,
  crowd,
  delay,
  shortLived,
  push,
  movingPush,
  rollingStop,
  fanOut,
  rollingRestart,
  redisAway,
  redisCosts,
  redisAccounts,
  fuzz,
];
/** Run beside the others: these mostly wait, and judge no time. */
export const WAITING: readonly Check[] = [longSocket, tearOff, slowConnections, creationsUnderFire, keepAliveRace];

/** Run in their short form for each change (`.ci/run`); all of them before a release. */
export const FOR_EACH_CHANGE: readonly Check[] = [
  memoryFirst,
  bombs,
  anything,
  halfDone,
  strangers,
  connections,
  singleOperations,
  honestClients,
  largeAnswers,
  shortLived,
  push,
  tearOff,
  tornUploads,
  fuzz,
];
