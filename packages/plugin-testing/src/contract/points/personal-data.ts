import { messageOf } from '@platform/plugin-host'
import type { TestPlatform } from '../../test-platform.ts'
import type { Finding } from '../finding.ts'
import { indexedPlaces, storedPlaces } from '../own-places.ts'
import type { RunningSubject } from '../subject.ts'
import type { Part } from '../take-part.ts'

/** Milliseconds. */
const ERASED_WITHIN = 10_000

/** The names of fields for the id of a user. */
const USER_ID = /(^|[._])(user|author|owner|person|account|moderator|assigned_by)(_?id)?$/i

/**
 * The plugin exports and erases its data about a user. The check looks for the user's id in the store, after the user's
 * requests.
 */
export async function checkPersonalData(
  { hooks, manifest }: RunningSubject,
  platform: TestPlatform,
  { user }: Part,
): Promise<Finding[]> {
  const stored = () => storedPlaces(user.id, platform)
  const isPersonal = hooks.personalData ?? hooks.models?.some(model => model.personalData)
  if (!isPersonal) {
    return [...new Set([...stored(), ...indexedPlaces(hooks, USER_ID, platform)])].map(at =>
      finding(
        `it stores the id of a user in ${at}, and has no personalData`,
        'write personalData: { export, erase }: export yields the records of a user, erase removes them in batches',
      ),
    )
  }
  const { personalData } = platform.services.composition
  try {
    for await (const { plugin, record } of personalData.export(user.id))
      if (plugin === manifest?.name) JSON.stringify(record)
    await personalData.erase(user.id, AbortSignal.timeout(ERASED_WITHIN))
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    const why = messageOf(error)
    return [
      late
        ? finding('erase never answers 0', 'answer how many documents the batch changed, and 0 when none was left')
        : finding(`personalData fails: ${why}`, 'correct export or erase, as the message says'),
    ]
  }
  return stored().map(at =>
    finding(
      `the id of a user is still in ${at} once erase has answered 0`,
      'remove it in erase, or replace it by null',
    ),
  )
}

function finding(message: string, fix: string): Finding {
  return { point: 'personal-data', message, fix }
}
