import type { ClientMutation } from './define-client-plugin.ts'
import type { CommentChange, SlotComment } from './records.ts'
import { useActions } from './use.ts'

/**
 * Whether tags have one of this name.
 *
 * @example
 * isTagged(comment.tags, 'FEATURED')
 */
export const isTagged = (tags: SlotComment['tags'], name: string): boolean =>
  (tags ?? []).some(({ tag }) => tag.name === name)

/** A tag of comments, as a client part shows and changes it. */
export interface CommentTag {
  readonly name: string
  isOn(comment: Pick<SlotComment, 'tags'>): boolean
  /** Puts the tag on a comment of the page, or takes it away, without asking the server. */
  changed(on: boolean): CommentChange
  /** What the part declares as `mutations`, so that `useTag` can change the tag. */
  readonly mutations: Readonly<Record<string, ClientMutation>>
}

/**
 * Makes what a client part needs to show and change one tag of comments. The server part has the tag in its `tags`,
 * which also say who may put it on.
 *
 * @param more - what else changes about a comment that gets the tag.
 * @example
 * const featured = tagOf('FEATURED', { status: 'ACCEPTED' })
 * export default defineClientPlugin({ slots: { commentActions: Feature }, mutations: featured.mutations })
 */
export function tagOf(name: string, more: Partial<SlotComment> = {}): CommentTag {
  const changed: CommentTag['changed'] =
    on =>
    ({ tags }) => {
      const others = (tags ?? []).filter(({ tag }) => tag.name !== name)
      return { comment: on ? { ...more, tags: [...others, { tag: { name } }] } : { tags: others } }
    }
  const mutation = (field: 'addTag' | 'removeTag'): ClientMutation => ({
    document: `mutation ($id: ID!) {
      ${field}(tag: { name: ${JSON.stringify(name)}, id: $id, item_type: COMMENTS }) {
        errors { translation_key message }
      }
    }`,
    optimistic: ({ id }, page) => page.changeComment(id, changed(field === 'addTag')),
  })
  return {
    name,
    isOn: ({ tags }) => isTagged(tags, name),
    changed,
    mutations: { [`tag-${name}`]: mutation('addTag'), [`untag-${name}`]: mutation('removeTag') },
  }
}

/**
 * A tag on the comment of a slot, and how the reader changes it. The page shows the change at once, and takes it back
 * when the server refuses.
 *
 * @example
 * const { isOn, change } = useTag(featured, comment)
 * return <button type="button" onClick={() => void change(!isOn)}>{text(isOn ? 'unfeature' : 'feature')}</button>
 */
export function useTag(
  tag: CommentTag,
  comment: SlotComment,
): {
  readonly isOn: boolean
  /** The name of the mutation that changes it, for a `MutationForm`. */
  readonly mutation: string
  /** @returns the sentence that says why the server refused; `null` when it was done. */
  change(on: boolean): Promise<string | null>
} {
  const { mutate } = useActions()
  const isOn = tag.isOn(comment)
  const mutationTo = (on: boolean) => `${on ? 'tag' : 'untag'}-${tag.name}`
  return {
    isOn,
    mutation: mutationTo(!isOn),
    change: async on => (await mutate(mutationTo(on), { id: comment.id })).refused,
  }
}
