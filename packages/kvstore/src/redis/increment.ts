import type { RedisClient } from './session.ts'

/** One script, so that no crash can leave a counter behind that never expires. */
const INCREMENT = `
local created = redis.call('EXISTS', KEYS[1]) == 0
local value = redis.call('INCRBY', KEYS[1], ARGV[1])
if created and ARGV[2] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return value`

/** The new value; `expiresIn` in whole milliseconds counts only when the key is created. */
export async function incrementKey(
  client: RedisClient,
  key: string,
  step: { by: number; expiresIn: number | undefined },
): Promise<number> {
  const expiry = step.expiresIn === undefined ? '' : String(step.expiresIn)
  return Number(await client.eval(INCREMENT, { keys: [key], arguments: [String(step.by), expiry] }))
}
