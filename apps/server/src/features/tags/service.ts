import { NotAuthorizedError, type Tag, type TaggableItemType, type TagLink, type User } from '@platform/plugin-sdk'
import { can } from '@platform/auth'
import type { Clock } from '../../boot/clock.ts'
import type { ServerContext } from '../../compose/context.ts'

/** Tags: definitions come from plugins' `tags` hooks; whoever may tag comments may also make one up. */
export interface TagsService {
  definitions(model: TaggableItemType): readonly Tag[]
  /** The links a new comment of `author` gets. @throws NotAuthorizedError for a tag they may not use. */
  linksFor(author: User, names: readonly (string | null)[]): Promise<TagLink[]>
}

const MOST_TAGS = 50

export function createTags({ tags, clock }: { tags: () => readonly Tag[]; clock: Clock }): TagsService {
  const definitions = (model: TaggableItemType) => tags().filter(tag => tag.models.includes(model))

  function link(author: User, name: string): TagLink {
    const now = clock.now()
    const tag = definitions('COMMENTS').find(known => known.name === name)
    if (tag) {
      const allowed = tag.permissions.self === true || tag.permissions.roles?.some(role => author.roles.includes(role))
      if (!allowed) throw new NotAuthorizedError(`You may not use the tag ${name}`)
      return { tag, assigned_by: author.id, created_at: now }
    }
    if (!can(author, 'ADD_COMMENT_TAG')) throw new NotAuthorizedError(`You may not use the tag ${name}`)
    return { tag: adHoc(name, now), assigned_by: author.id, created_at: now }
  }

  return {
    definitions,
    async linksFor(author, names) {
      const wanted = new Set(names.filter(name => name !== null && name !== ''))
      if (wanted.size > MOST_TAGS) throw new NotAuthorizedError(`A comment has at most ${MOST_TAGS} tags`)
      wanted.delete('STAFF')
      const links = [...wanted].map(name => link(author, name!))
      const staff = author.roles.some(role => role !== 'COMMENTER')
      return staff ? [...links, { tag: adHoc('STAFF', clock.now()), assigned_by: null, created_at: clock.now() }] : links
    },
  }
}

function adHoc(name: string, now: Date): Tag {
  return { name, permissions: { public: true, self: false, roles: [] }, models: ['COMMENTS'], created_at: now }
}

/** Tags that are not public are for those who may assign tags. */
export function publicTags(links: readonly TagLink[], context: ServerContext): readonly TagLink[] {
  return context.can('ADD_COMMENT_TAG') ? links : links.filter(({ tag }) => tag.permissions.public !== false)
}
