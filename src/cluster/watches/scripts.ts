import type { RedisScript } from '../redis-session.ts';
import { LUA_TIME } from '../redis-time.ts';

/**
 * KEYS: pilot. ARGV: instance, ms.
 * An instance that has lost its own lease from memory (it was alone for a moment) takes it anew.
 */
export const CLAIM: RedisScript = {
  name: 'claim',
  keys: 1,
  lua: `
local held = redis.call('GET', KEYS[1])
if held and string.sub(held, 1, #ARGV[1] + 1) ~= ARGV[1] .. ':' then return false end
local time = redis.call('TIME')
local lease = ARGV[1] .. ':' .. string.format('%.0f', time[1] * 1000000 + time[2])
redis.call('SET', KEYS[1], lease, 'PX', ARGV[2])
return lease
`,
};

/** KEYS: pilot, plan, want. ARGV: lease, ms, the demand, instances that are dead… */
export const RENEW: RedisScript = {
  name: 'renew',
  keys: 3,
  lua: `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[3], 'EX', 90000)
for i = 4, #ARGV do redis.call('HDEL', KEYS[3], 'u' .. ARGV[i], 'w' .. ARGV[i]) end
return 1
`,
};

/** KEYS: pilot. ARGV: lease, channel, message. */
export const RELEASE: RedisScript = {
  name: 'release',
  keys: 1,
  lua: `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 1
`,
};

/** KEYS: want. ARGV: channel, message, instance, ms, all its wants or '' if they are as before. */
export const WANT: RedisScript = {
  name: 'want',
  keys: 1,
  lua: `${LUA_TIME}
if ARGV[5] == '[]' then
  redis.call('HDEL', KEYS[1], 'u' .. ARGV[3], 'w' .. ARGV[3])
else
  local over = string.format('%.0f', ms + ARGV[4])
  redis.call('HSET', KEYS[1], 'u' .. ARGV[3], over)
  if ARGV[5] ~= '' then redis.call('HSET', KEYS[1], 'w' .. ARGV[3], ARGV[5]) end
  redis.call('PEXPIRE', KEYS[1], 60000)
end
redis.call('PUBLISH', ARGV[1], ARGV[2])
return 1
`,
};

/**
 * KEYS: state. ARGV: channel, instance, ms; then for each address: itself, the place of its answer in the order or '',
 * '1' if it is watched, the head as JSON, the state or '', the plan or ''.
 * An answer that was asked for earlier than the one that is kept is dropped.
 */
export const PUBLISH: RedisScript = {
  name: 'publish',
  keys: 1,
  lua: `
local entries = {}
for i = 4, #ARGV, 6 do
  local address, asked, watched, head, state, plan = ARGV[i], ARGV[i+1], ARGV[i+2], ARGV[i+3], ARGV[i+4], ARGV[i+5]
  local last = redis.call('HGET', KEYS[1], 't' .. address)
  local isNews = asked == '' or not last or tonumber(last) < tonumber(asked)
  local isKept = last or watched == '1'
  if isNews and isKept and asked ~= '' then
    redis.call('HSET', KEYS[1], 't' .. address, asked, 'h' .. address, head)
    if state ~= '' then redis.call('HSET', KEYS[1], 's' .. address, state) end
  end
  if plan ~= '' and isKept then redis.call('HSET', KEYS[1], 'p' .. address, plan) end
  if isNews then
    if state == '' then state = 'null' end
    if plan == '' then plan = 'null' end
    entries[#entries + 1] = '{"head":' .. head .. ',"state":' .. state .. ',"plan":' .. plan .. '}'
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
if #entries > 0 then
  local message = '{"is":"publications","from":"' .. ARGV[2] .. '","entries":[' .. table.concat(entries, ',') .. ']}'
  redis.call('PUBLISH', ARGV[1], message)
end
return #entries
`,
};

/** KEYS: news. ARGV: channel, message, ms. */
export const WROTE: RedisScript = {
  name: 'wrote',
  keys: 1,
  lua: `${LUA_TIME}
redis.call('ZADD', KEYS[1], string.format('%.0f', ms), ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', ms - ARGV[3]))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', ARGV[1], ARGV[2])
return 1
`,
};

/** KEYS: state. ARGV: addresses. */
export const FORGET: RedisScript = {
  name: 'forget',
  keys: 1,
  lua: `
for _, address in ipairs(ARGV) do
  redis.call('HDEL', KEYS[1], 't' .. address, 'h' .. address, 's' .. address, 'p' .. address)
end
return 1
`,
};

/** KEYS: news, want, state, plan. ARGV: ms. Answers the time in ms, and what is kept. */
export const SNAPSHOT: RedisScript = {
  name: 'snapshot',
  keys: 4,
  lua: `${LUA_TIME}
return {
  string.format('%.0f', ms),
  redis.call('ZRANGEBYSCORE', KEYS[1], string.format('%.0f', ms - ARGV[1]), '+inf'),
  redis.call('HGETALL', KEYS[2]),
  redis.call('HGETALL', KEYS[3]),
  redis.call('GET', KEYS[4]),
}
`,
};
