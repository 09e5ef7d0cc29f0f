import type { RedisScript } from '../redis-session.ts';
import { LUA_TIME } from '../redis-time.ts';

/**
 * Requests under way, and answers of the last moments.
 * - `flights`: a hash of address → who asks, and until when that is believed (ms)
 * - `read:{address}`: the answer as `{ticket} {at in ms} {text}`
 */

/** An instance that asks says so again and again; one that has died is believed for so long. */
export const FLIGHT_LEASE_MS = 5_000;
const FLIGHTS_LIVE_MS = 20_000;

/**
 * KEYS: flights, read. ARGV: 1 address, 2 who asks, 3 how old an answer may be (ms; negative: none serves), 4 the ticket
 * that it has to come after. Answers `hit` with the answer and its age (ms), `join` if another instance asks, or `mine`.
 */
export const CLAIM_FLIGHT: RedisScript = {
  name: 'flight',
  keys: 2,
  lua: `${LUA_TIME}
if tonumber(ARGV[3]) >= 0 then
  local answer = redis.call('GET', KEYS[2])
  if answer then
    local ticket, at = string.match(answer, '^(%d+) (%d+) ')
    local age = ms - at
    if age <= tonumber(ARGV[3]) and tonumber(ticket) > tonumber(ARGV[4]) then return {'hit', answer, age} end
  end
end
local flight = redis.call('HGET', KEYS[1], ARGV[1])
if flight then
  local owner, expires = string.match(flight, '^(%S+) (%d+)$')
  if owner ~= ARGV[2] and tonumber(expires) > ms then return {'join', '', 0} end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. string.format('%.0f', ms + ${FLIGHT_LEASE_MS}))
redis.call('PEXPIRE', KEYS[1], ${FLIGHTS_LIVE_MS})
return {'mine', '', 0}
`,
};

/**
 * The flight is over. KEYS: flights, read. ARGV: 1 address, 2 who has asked, 3 channel, 4 the message for those who wait,
 * 5 for how long the answer is kept (ms; 0: there is none), 6 its ticket, 7 its text.
 */
export const LAND_FLIGHT: RedisScript = {
  name: 'land',
  keys: 2,
  lua: `${LUA_TIME}
local flight = redis.call('HGET', KEYS[1], ARGV[1])
if flight and string.match(flight, '^(%S+) ') == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end
if tonumber(ARGV[5]) > 0 then
  local answer = redis.call('GET', KEYS[2])
  local ticket = answer and string.match(answer, '^(%d+) ') or 0
  if tonumber(ticket) < tonumber(ARGV[6]) then
    redis.call('SET', KEYS[2], ARGV[6] .. ' ' .. string.format('%.0f', ms) .. ' ' .. ARGV[7], 'PX', ARGV[5])
  end
end
redis.call('PUBLISH', ARGV[3], ARGV[4])
return 1
`,
};
