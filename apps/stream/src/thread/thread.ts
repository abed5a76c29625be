import { type Signal, signal } from '@preact/signals'
import type { Branch, BranchPage, CommentFields, SortName, StreamState } from './state.ts'

/** The comments of one list, in their order. */
export interface Listing {
  readonly ids: readonly string[]
  /** Where the next page begins; `null` after the last one. */
  readonly cursor: string | null
  /** Whether there is another page. */
  readonly more: boolean
}

/** A comment as the stream keeps it: each part changes on its own, so that only what shows it is drawn again. */
export interface CommentNode {
  readonly id: string
  readonly fields: Signal<CommentFields>
  readonly replies: Signal<Listing>
  readonly collapsed: Signal<boolean>
  /** Whether it came after the page was read. */
  readonly fresh: boolean
}

const NOTHING: Listing = { ids: [], cursor: null, more: false }

/** All comments that a stream has read. */
export class Thread {
  readonly roots: Signal<Listing>
  /** New comments of the top level that are not shown yet, oldest first. */
  readonly waiting = signal<readonly string[]>([])
  readonly total: Signal<number>
  readonly closed: Signal<boolean>
  readonly #nodes = new Map<string, CommentNode>()
  readonly #recent: ReadonlySet<string>
  #order: SortName

  constructor({ comments, discussion, focus, recent, sort }: StreamState) {
    this.#order = sort
    this.#recent = new Set(recent)
    this.roots = signal(this.#listing(comments))
    this.total = signal(discussion.totalCommentCount ?? 0)
    this.closed = signal(discussion.isClosed)
    for (const comment of focus ? [...focus.above, focus.branch] : []) this.#keep(comment)
  }

  node(id: string): CommentNode {
    const found = this.#nodes.get(id)
    if (!found) throw new Error(`the stream does not know the comment ${id}`)
    return found
  }

  has(id: string): boolean {
    return this.#nodes.has(id)
  }

  /** Adds a page below a comment, or at the end of the top level. */
  append(parent: string | null, page: BranchPage): void {
    const list = parent === null ? this.roots : this.node(parent).replies
    const added = this.#listing(page)
    list.value = { ...added, ids: union(list.value.ids, added.ids) }
  }

  /** Replaces the top level, for another order or another tab. */
  replaceRoots(page: BranchPage, order: SortName): void {
    this.#order = order
    this.waiting.value = []
    this.roots.value = this.#listing(page)
  }

  /** Adds a comment that was written now: the reader's own is shown, one of another person waits at the top level. */
  add(comment: CommentFields, { own }: { readonly own: boolean }): void {
    if (this.#nodes.has(comment.id) || this.#recent.has(comment.id)) return
    this.#nodes.set(comment.id, nodeOf(comment, true))
    this.total.value += 1
    if (comment.parent) this.#addReply(comment.parent.id, comment.id, own)
    else if (this.#order === 'oldest' && !this.roots.value.more) this.#put(comment.id, 'end')
    else if (own) this.#put(comment.id, 'top')
    else this.waiting.value = [...this.waiting.value, comment.id]
  }

  /** Changes a comment that is shown; another one stays unknown. */
  change(comment: CommentFields): void {
    const known = this.#nodes.get(comment.id)
    if (known) known.fields.value = { ...known.fields.value, ...comment }
  }

  /** Shows the new comments of the top level. */
  showWaiting(): void {
    const ids = [...this.waiting.value].reverse()
    this.waiting.value = []
    this.roots.value = { ...this.roots.value, ids: union(ids, this.roots.value.ids) }
  }

  #put(id: string, where: 'top' | 'end'): void {
    const { ids } = this.roots.value
    this.roots.value = { ...this.roots.value, ids: where === 'top' ? [id, ...ids] : [...ids, id] }
  }

  #addReply(parent: string, id: string, own: boolean): void {
    const above = this.#nodes.get(parent)
    if (!above) return
    above.fields.value = { ...above.fields.value, replyCount: (above.fields.value.replyCount ?? 0) + 1 }
    const { value } = above.replies
    // Without the replies before it, a new one would stand in a wrong place.
    if (own || !value.more) above.replies.value = { ...value, ids: [...value.ids, id] }
  }

  #listing({ nodes, hasNextPage, endCursor }: BranchPage): Listing {
    return { ids: nodes.map(branch => this.#keep(branch)), cursor: endCursor, more: hasNextPage }
  }

  #keep({ replies, ...fields }: Branch): string {
    const known = this.#nodes.get(fields.id)
    if (known) known.fields.value = fields
    const node = known ?? nodeOf(fields)
    this.#nodes.set(fields.id, node)
    if (replies && node.replies.value.ids.length === 0) node.replies.value = this.#listing(replies)
    return fields.id
  }
}

const union = (first: readonly string[], second: readonly string[]) => [...new Set([...first, ...second])]

function nodeOf(fields: CommentFields, fresh = false): CommentNode {
  return {
    fresh,
    id: fields.id,
    fields: signal(fields),
    replies: signal(NOTHING),
    collapsed: signal(false),
  }
}
