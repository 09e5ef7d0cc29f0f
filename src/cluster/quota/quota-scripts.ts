import type { RedisScript } from '../redis-session.ts';

/**
 * The count of one account's quota in Redis. It decides little, so that it can be decided by the instances, in
 * the one way that they decide by themselves: Redis keeps the log, its order and its time, and accepts a request only
 * from an instance that knows the whole log.
 *
 * - `log`: a sorted set of the requests, by their tickets
 * - `meta`: a hash: `epoch` (another one after all was lost), `joins` (how often requests came late), `head` (the last
 *   ticket), `blockedUntil` (ms), `clock` (the last time in µs, so that it never goes back)
 * - `waiting`: a hash of instance → how many interactive requests wait there, since when, and until when that counts (ms)
 * - `pilot`: the lease of the instance that polls
 */

/** Numbers as texts: Lua writes a large number with an exponent. */
const COMMON = `
local function text(number) return string.format('%.0f', number) end
local function keep(key, ms)
  if redis.call('PTTL', key) < tonumber(ms) then redis.call('PEXPIRE', key, ms) end
end
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
`;

/**
 * Sends requests: `ok` with their tickets; or why not: `lost` (another epoch, or requests came late: the log has to be
 * read anew), `moved` (there are later requests, or others wait), `early`, `lease`.
 * KEYS: log, meta, waiting, pilot.
 * ARGV: 1 epoch, 2 joins, 3 head (empty: nothing is counted), 4 instance, 5 from when on (ms), 6 lease, 7 how many wait
 * here, 8 since when (ms), 9 the first request waits since (ms), 10 how many wait elsewhere that came sooner, 11 for how
 * long the log is kept (ms), 12 channel, 13 a ticket that the new ones come after, 14 for how
 * long the keys live without use (ms), 15… the client of each request.
 * Answers: outcome, time (µs), how many wait elsewhere, blocked until (ms), head, later requests or new ones.
 */
export const TAKE: RedisScript = {
  name: 'take',
  keys: 4,
  lua: `${COMMON}
local meta = redis.call('HMGET', KEYS[2], 'epoch', 'joins', 'head', 'blockedUntil', 'clock')
now = math.max(now, tonumber(meta[5] or 0))
local ms = now / 1000
if meta[1] ~= ARGV[1] or meta[2] ~= ARGV[2] then return {'lost', text(now), 0, '0', '0', {}} end
local ahead = 0
local waiting = redis.call('HGETALL', KEYS[3])
for index = 1, #waiting, 2 do
  local count, since, expires = string.match(waiting[index + 1], '^(%d+):(%d+):(%d+)$')
  if tonumber(expires) < ms then redis.call('HDEL', KEYS[3], waiting[index])
  elseif waiting[index] ~= ARGV[4] and tonumber(since) < tonumber(ARGV[9]) then ahead = ahead + count end
end
if tonumber(ARGV[7]) > 0 then
  redis.call('HSET', KEYS[3], ARGV[4], ARGV[7] .. ':' .. ARGV[8] .. ':' .. text(ms + 3000))
  redis.call('PEXPIRE', KEYS[3], 5000)
elseif #waiting > 0 then redis.call('HDEL', KEYS[3], ARGV[4]) end
local blocked = meta[4] or '0'
local head = tonumber(meta[3] or 0)
local function refusal(outcome, requests) return {outcome, text(now), ahead, blocked, text(head), requests} end
if ARGV[3] ~= '' and (head > tonumber(ARGV[3]) or ahead ~= tonumber(ARGV[10])) then
  return refusal('moved', redis.call('ZRANGE', KEYS[1], '(' .. ARGV[3], '+inf', 'BYSCORE'))
end
if ms < tonumber(blocked) then return refusal('moved', {}) end
if ARGV[6] ~= '' and redis.call('GET', KEYS[4]) ~= ARGV[6] then return refusal('lease', {}) end
if ms < tonumber(ARGV[5]) then return refusal('early', {}) end
local sent = {}
local last = head
if #ARGV > 14 then last = math.max(head, tonumber(ARGV[13])) end
for index = 15, #ARGV do
  last = math.max(now, last + 1)
  sent[#sent + 1] = text(last) .. ':' .. ARGV[4] .. ':' .. ARGV[index]
  if ARGV[3] ~= '' then redis.call('ZADD', KEYS[1], text(last), sent[#sent]) end
end
redis.call('HSET', KEYS[2], 'head', text(last), 'clock', text(now))
keep(KEYS[2], ARGV[14])
if ARGV[3] ~= '' and #sent > 0 then
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', text(now - ARGV[11] * 1000))
  keep(KEYS[1], ARGV[14])
  redis.call('PUBLISH', ARGV[12], 'sent ' .. text(head) .. ' ' .. table.concat(sent, ' '))
end
return {'ok', text(now), ahead, blocked, text(last), sent}
`,
};

/**
 * Adds requests that were sent without Redis, and reads the whole log.
 * KEYS: log, meta. ARGV: 1 an epoch for a log that has none, 2 blocked until (ms), 3 for how long the log is kept (ms), 4
 * channel, 5 for how long the keys live without use (ms), 6… requests, as they stand in the log.
 * Answers: time (µs), epoch, joins, blocked until (ms), head, whether the log is new, and all requests.
 */
export const JOIN: RedisScript = {
  name: 'join',
  keys: 2,
  lua: `${COMMON}
local isNew = redis.call('HSETNX', KEYS[2], 'epoch', ARGV[1])
local joins = redis.call('HINCRBY', KEYS[2], 'joins', 0)
local head = tonumber(redis.call('HGET', KEYS[2], 'head') or 0)
now = math.max(now, tonumber(redis.call('HGET', KEYS[2], 'clock') or 0))
local added = 0
for index = 6, #ARGV do
  local ticket = string.match(ARGV[index], '^%d+')
  added = added + redis.call('ZADD', KEYS[1], ticket, ARGV[index])
  head = math.max(head, tonumber(ticket))
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', text(now - ARGV[3] * 1000))
local blocked = math.max(tonumber(ARGV[2]), tonumber(redis.call('HGET', KEYS[2], 'blockedUntil') or 0))
redis.call('HSET', KEYS[2], 'head', text(head), 'blockedUntil', text(blocked), 'clock', text(now))
keep(KEYS[1], ARGV[5])
keep(KEYS[2], ARGV[5])
if added > 0 then
  joins = redis.call('HINCRBY', KEYS[2], 'joins', 1)
  redis.call('PUBLISH', ARGV[4], 'joined')
end
return {text(now), redis.call('HGET', KEYS[2], 'epoch'), tostring(joins), text(blocked), text(head), isNew,
  redis.call('ZRANGE', KEYS[1], 0, -1)}
`,
};

/** The service answered 429. KEYS: meta. ARGV: 1 for how long (ms), 2 channel, 3 for how long it is kept (ms). */
export const BLOCK: RedisScript = {
  name: 'block',
  keys: 1,
  lua: `${COMMON}
local ms = math.max(math.ceil(now / 1000 + ARGV[1]), tonumber(redis.call('HGET', KEYS[1], 'blockedUntil') or 0))
redis.call('HSET', KEYS[1], 'blockedUntil', text(ms))
keep(KEYS[1], ARGV[3])
redis.call('PUBLISH', ARGV[2], 'blocked ' .. text(ms))
return text(ms)
`,
};
