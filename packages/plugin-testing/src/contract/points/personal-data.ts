import { messageOf } from '@platform/plugin-host'
import type { TestPlatform } from '../../test-platform.ts'
import type { Finding } from '../finding.ts'
import { type Occurrence, occurrencesOf } from '../stored-ids.ts'
import type { Living } from '../subject.ts'

/** Milliseconds. */
const ERASED_WITHIN = 10_000

/** Collections of the core that have no index. */
const WITHOUT_INDEX = ['settings']

/** The names of fields for the id of a user. */
const USER_ID = /(^|\.)(user|author|owner|person|account)(_?id)?$/i

/**
 * The plugin exports and erases its data about a user. The check looks for the user's id in the store, after some
 * requests.
 */
export async function checkPersonalData({ hooks, manifest }: Living, platform: TestPlatform): Promise<Finding[]> {
  const { user } = await takePart(platform)
  const stored = () => [...new Set(ownPlaces(user.id, platform).map(({ collection, path }) => place(collection, path)))]
  const isPersonal = hooks.personalData ?? hooks.models?.some(model => model.personalData)
  if (!isPersonal) {
    const places = [
      ...new Set([
        ...stored(),
        ...indexedPlaces(
          [...(hooks.indexes ?? []), ...(hooks.models ?? []).flatMap(({ indexes }) => indexes)],
          coreCollections(platform),
        ),
      ]),
    ]
    return places.map(at =>
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

/** Posts a comment, edits it, flags another and reads both, as a user would. */
async function takePart(platform: TestPlatform) {
  const [asset, account] = [await platform.createAsset(), await platform.createUser()]
  const other = await platform.createComment({ asset })
  const seen = platform.as(account)
  const { data } = await seen.graphql(
    `mutation ($asset: ID!) {
      createComment(input: { asset_id: $asset, body: "What a user writes" }) { comment { id } }
    }`,
    { asset: asset.id },
  )
  const own = (data?.['createComment'] as { comment?: { id: string } | null } | null)?.comment
  if (own)
    await seen.graphql(
      `mutation ($id: ID!) {
        editComment(id: $id, edit: { body: "What a user wrote" }) { errors { translation_key } }
      }`,
      { id: own.id },
    )
  await seen.graphql(
    `mutation ($id: ID!) {
      createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: COMMENT_OTHER }) { errors { translation_key } }
    }`,
    { id: other.id },
  )
  await seen.graphql('query ($id: ID!) { me { id } asset(id: $id) { comments { nodes { id body } } } }', {
    id: asset.id,
  })
  await platform.mails()
  return account
}

/** Where the plugin stored the id: in collections that are not the core's, or in the metadata of records. */
function ownPlaces(userId: string, platform: TestPlatform): Occurrence[] {
  const core = coreCollections(platform)
  return occurrencesOf(userId, platform.services.config.docstoreUrl).filter(
    ({ collection, path }) => !core.includes(collection) || path.startsWith('metadata.'),
  )
}

function coreCollections(platform: TestPlatform): string[] {
  const declared = platform.services.composition.plugins.flatMap(({ core, hooks }) =>
    core ? (hooks.indexes ?? []).map(({ collection }) => collection) : [],
  )
  return [...new Set([...declared, ...WITHOUT_INDEX])]
}

/** Fields that are named like the id of a user, and have an index. */
function indexedPlaces(
  indexes: readonly { readonly collection: string; readonly keys: object }[],
  core: readonly string[],
): string[] {
  return indexes.flatMap(({ collection, keys }) =>
    Object.keys(keys)
      .filter(path => USER_ID.test(path) && (!core.includes(collection) || path.startsWith('metadata.')))
      .map(path => place(collection, path)),
  )
}

function place(collection: string, path: string): string {
  return `the collection ${collection}, field ${path.replace(/\.\d+(?=\.|$)/g, '')}`
}

function finding(message: string, fix: string): Finding {
  return { point: 'personal-data', message, fix }
}
