import type { LivePage } from './acting.ts'
import type { ClientMutation, ClientPlugin } from './define-client-plugin.ts'
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
  /** The same for a comment by its id, and counts it. This is what an event about the tag calls. */
  change(page: Pick<LivePage, 'changeAsset' | 'changeComment'>, id: string, on: boolean): void
  /** What the part declares as `mutations`, so that `useTag` can change the tag. */
  readonly mutations: Readonly<Record<string, ClientMutation>>
  /** What the part declares as `fragments`, so that the discussion has the number of comments with the tag. */
  readonly fragments: { readonly Asset?: string }
}

/** The names of the mutations that put a tag on and take it away. */
const mutationTo = (on: boolean, tag: string) => `${on ? 'tag' : 'untag'}-${tag}`

/** Whether a client part lets its users change a tag, by what `tagOf` made. */
export const changesTag = ({ mutations = {} }: ClientPlugin, tag: string): boolean => mutationTo(true, tag) in mutations

/**
 * Makes what a client part needs to show and change one tag of comments. The server part has the tag in its `tags`,
 * which also say who may put it on.
 *
 * @param more - what else changes about a comment that gets the tag.
 * @param counted - the field that a discussion gets, with the number of its comments that have the tag.
 * @example
 * const featured = tagOf('FEATURED', { status: 'ACCEPTED' })
 * export default defineClientPlugin({ slots: { commentActions: Feature }, mutations: featured.mutations })
 */
export function tagOf(name: string, more: Partial<SlotComment> = {}, counted?: string): CommentTag {
  const isOn: CommentTag['isOn'] = ({ tags }) => isTagged(tags, name)
  const changed: CommentTag['changed'] =
    on =>
    ({ tags }) => {
      const others = (tags ?? []).filter(({ tag }) => tag.name !== name)
      return { comment: on ? { ...more, tags: [...others, { tag: { name } }] } : { tags: others } }
    }
  const change: CommentTag['change'] = (page, id, on) => {
    // A comment that the page does not have has changed, too.
    let before = !on
    page.changeComment(id, (comment, own) => {
      before = isOn(comment)
      return changed(on)(comment, own)
    })
    if (counted === undefined || before === on) return
    page.changeAsset(asset => {
      const count = Number((asset as unknown as Readonly<Record<string, unknown>>)[counted] ?? 0)
      return { [counted]: Math.max(0, count + (on ? 1 : -1)) }
    })
  }
  const mutation = (on: boolean): ClientMutation => ({
    document: `mutation ($id: ID!) {
      ${on ? 'addTag' : 'removeTag'}(tag: { name: ${JSON.stringify(name)}, id: $id, item_type: COMMENTS }) {
        errors { translation_key message }
      }
    }`,
    optimistic: ({ id }, page) => change(page, id, on),
  })
  return {
    name,
    isOn,
    changed,
    change,
    mutations: { [mutationTo(true, name)]: mutation(true), [mutationTo(false, name)]: mutation(false) },
    fragments:
      counted === undefined
        ? {}
        : { Asset: `fragment Counted on Asset { ${counted}: totalCommentCount(tags: [${JSON.stringify(name)}]) }` },
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
  return {
    isOn,
    mutation: mutationTo(!isOn, tag.name),
    change: async on => (await mutate(mutationTo(on, tag.name), { id: comment.id })).refused,
  }
}
