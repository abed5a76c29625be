import { can } from '@platform/auth'
import type { Docstore } from '@platform/docstore'
import {
  type Asset,
  BadUserInputError,
  type Comment,
  type Publisher,
  type Tag,
  type TaggableItemType,
  type TagLink,
  type User,
} from '@platform/plugin-sdk'
import { isStaff } from '../../contract/is-staff.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Settings } from '../settings/model.ts'
import type { SettingsService } from '../settings/service.ts'
import { permittedTag, STAFF_TAG, type TagUse, usableTags } from './rules.ts'
import { staffLink } from './staff.ts'

/** An item that can have tags, with its kind. */
export type TaggedItem =
  | { readonly model: 'COMMENTS'; readonly record: Comment }
  | { readonly model: 'ASSETS'; readonly record: Asset }
  | { readonly model: 'USERS'; readonly record: User }

/**
 * The tags. Definitions come from the `tags` hooks of plugins and from the settings, in this order; the tags in a
 * discussion's own settings replace those of the site. Users who may tag comments may use undefined tags, too.
 */
export interface TagsService {
  /** @param assetId the discussion, for an item that belongs to one. */
  definitions(model: TaggableItemType, assetId?: string): Promise<readonly Tag[]>
  /** The names of the tags that a moderator may put on a comment of `asset`, or take off it. */
  usableBy(user: User, comment: Comment, asset: Pick<Asset, 'settings'> | null): Promise<readonly string[]>
  /**
   * The tag links of a new comment of `author`, by the settings of its discussion.
   *
   * @throws NotAuthorizedError for a tag that the author may not use; BadUserInputError for bad names or too many.
   */
  linksFor(author: User, names: readonly (string | null)[], settings: Pick<Settings, 'tags'>): Promise<TagLink[]>
  /**
   * Puts a tag on an item, once even for requests at the same time.
   *
   * @returns whether the item changed.
   * @throws NotAuthorizedError for a tag that the user may not use on it.
   */
  add(user: User, item: TaggedItem, name: string): Promise<boolean>
  /** Takes a tag off. @returns whether the item changed. @throws NotAuthorizedError as `add` does. */
  remove(user: User, item: TaggedItem, name: string): Promise<boolean>
}

interface Dependencies {
  readonly tags: () => readonly Tag[]
  readonly settings: Pick<SettingsService, 'load'>
  readonly docstore: Docstore
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
}

/** A change of tags: the update that is stored, and the event that is published. */
interface Change {
  readonly event: 'tagAdded' | 'tagRemoved'
  readonly name: string
  readonly filter: object
  readonly update: object
}

const MOST_TAGS = 50

export function createTags({ tags, settings, docstore, revisions, events, clock }: Dependencies): TagsService {
  const assets = docstore.collection<Asset>('assets')
  const inAll = ({ tags: own }: Pick<Settings, 'tags'>, model: TaggableItemType) =>
    [...tags(), ...own].filter(tag => tag.models.includes(model))

  async function definitions(model: TaggableItemType, assetId?: string): Promise<readonly Tag[]> {
    const asset = assetId === undefined ? null : await assets.findOne({ id: assetId }, { projection: { settings: 1 } })
    return inAll({ ...(await settings.load()), ...asset?.settings }, model)
  }

  function permitted(user: User, use: Omit<TagUse, 'user' | 'now'>): TagLink {
    const now = clock.now()
    return { tag: permittedTag({ user, ...use, now }), assigned_by: user.id, created_at: now }
  }

  async function permittedOn(user: User, item: TaggedItem, use: Pick<TagUse, 'name' | 'permission'>): Promise<TagLink> {
    const { model, record } = item
    const place = model === 'COMMENTS' ? record.asset_id : model === 'ASSETS' ? record.id : undefined
    return permitted(user, {
      ...use,
      model,
      own: isOwn(user, item, use.permission),
      definitions: await definitions(model, place),
    })
  }

  const change = (item: TaggedItem, made: Change) => storeChange({ docstore, revisions, events, clock }, item, made)

  return {
    definitions,
    usableBy: async (user, comment, asset) =>
      usableTags(user, comment, inAll({ ...(await settings.load()), ...asset?.settings }, 'COMMENTS')),
    linksFor: async (author, names, own) => {
      const wanted = new Set(names.flatMap(name => (name === null || name === '' ? [] : [name])))
      if (wanted.size > MOST_TAGS) throw new BadUserInputError(`A comment has at most ${MOST_TAGS} tags`)
      wanted.delete(STAFF_TAG)
      const known = inAll(own, 'COMMENTS')
      const use = { model: 'COMMENTS', own: true, permission: 'ADD_COMMENT_TAG', definitions: known } as const
      const links = [...wanted].map(name => permitted(author, { ...use, name }))
      return isStaff(author) ? [...links, staffLink(clock.now())] : links
    },
    async add(user, item, name) {
      const link = await permittedOn(user, item, { name, permission: 'ADD_COMMENT_TAG' })
      if (item.record.tags.some(({ tag }) => tag.name === name)) return false
      if (item.record.tags.length >= MOST_TAGS) throw new BadUserInputError(`An item has at most ${MOST_TAGS} tags`)
      return change(item, {
        event: 'tagAdded',
        name,
        filter: { 'tags.tag.name': { $ne: name } },
        update: { $push: { tags: link } },
      })
    },
    async remove(user, item, name) {
      await permittedOn(user, item, { name, permission: 'REMOVE_COMMENT_TAG' })
      return change(item, {
        event: 'tagRemoved',
        name,
        filter: { 'tags.tag.name': name },
        update: { $pull: { tags: { 'tag.name': name } } },
      })
    },
  }
}

/** Stores a change of tags and publishes its event. @returns whether the item changed. */
async function storeChange(
  { docstore, revisions, events, clock }: Pick<Dependencies, 'docstore' | 'revisions' | 'events' | 'clock'>,
  item: TaggedItem,
  { event, name, filter, update }: Change,
): Promise<boolean> {
  const { model, record } = item
  const collection = docstore.collection<Comment | Asset | User>(model.toLowerCase())
  const alive = model === 'COMMENTS' ? { deleted_at: null } : {}
  const { modifiedCount } = await collection.updateOne(
    { id: record.id, ...alive, ...filter },
    { ...update, $set: { updated_at: clock.now() } },
  )
  if (modifiedCount === 0) return false
  revisions.bump(...touched(item))
  const place = model === 'COMMENTS' ? { asset_id: record.asset_id } : {}
  await events.publish(event, { id: record.id, item_type: model, name, ...place })
  return true
}

/** No user owns an asset, so on assets the tags for owners are for users who may assign tags. */
function isOwn(user: User, { model, record }: TaggedItem, permission: TagUse['permission']): boolean {
  if (model === 'ASSETS') return can(user, permission)
  return model === 'COMMENTS' ? record.author_id === user.id : record.id === user.id
}

function touched({ model, record }: TaggedItem): string[] {
  if (model === 'USERS') return ['users']
  return model === 'COMMENTS' ? [`asset:${record.asset_id}`, 'comments'] : [`asset:${record.id}`, 'assets']
}
