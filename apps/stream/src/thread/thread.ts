import { type Signal, signal } from '@preact/signals'
import type { Branch, BranchPage, CommentFields, OwnFields, Status, StreamState } from './state.ts'

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
  /** What only the viewer sees of it; `null` before it is known, and for readers who are not signed in. */
  readonly own: Signal<OwnFields | null>
  readonly replies: Signal<Listing>
  readonly collapsed: Signal<boolean>
  /** Whether a moderator removed it while it was shown. */
  readonly removed: Signal<boolean>
  /** Whether it was written since the reader's last visit. */
  readonly unread: Signal<boolean>
  /** Whether it came after the page was read. */
  readonly fresh: boolean
}

interface Messages {
  readonly closed: string | null
  readonly disabled: string | null
}

const NOTHING: Listing = { ids: [], cursor: null, more: false }

/** All comments that a stream has read. */
export class Thread {
  readonly roots: Signal<Listing>
  /** New comments and replies that are not shown yet, oldest first, so that nothing moves while the user reads. */
  readonly waiting = signal<readonly string[]>([])
  readonly total: Signal<number>
  readonly closed = signal(false)
  /** Whether commenting is switched off, on the whole site or for this discussion. */
  readonly disabled = signal(false)
  /** What administrators say in place of the form then, as markup; `null` for the usual sentences. */
  readonly messages = signal<Messages>({ closed: null, disabled: null })
  /** The question that the site asks its readers, as markup; `null` for none. */
  readonly question = signal<{ readonly markup: string; readonly icon: string | null } | null>(null)
  /** When the discussion closes, in milliseconds; `null` when it does not, or is closed already. */
  readonly closesAt = signal<number | null>(null)
  /** How many comments are known. */
  readonly known = signal(0)
  readonly #nodes = new Map<string, CommentNode>()
  /** The viewer's own comments that wait for a moderator. */
  readonly #held = new Set<string>()
  /** New comments that were removed before they were shown. */
  readonly #removedUnseen = new Set<string>()
  readonly #recent: ReadonlySet<string>
  /** The order of the top level. */
  order: string
  /** The tag whose comments are listed; `null` for all. */
  tag: string | null

  constructor({ after, comments, discussion, focus, own, recent, sort, tag, viewer }: StreamState) {
    this.order = sort
    this.tag = tag
    this.#recent = new Set(recent)
    this.roots = signal(this.#listing(comments))
    this.total = signal(discussion.totalCommentCount ?? 0)
    this.setStatus(discussion)
    if (focus) this.keep([...focus.above, focus.branch])
    this.showHeld(viewer?.held.nodes ?? [], { roots: after === null && tag === null && !focus?.alone })
    for (const { id, own: known } of this.all()) known.value = own[id] ?? null
  }

  node(id: string): CommentNode {
    const found = this.#nodes.get(id)
    if (!found) throw new Error(`the stream does not know the comment ${id}`)
    return found
  }

  has(id: string): boolean {
    return this.#nodes.has(id)
  }

  /** Whether a comment is the viewer's own, and waits for a moderator. */
  isHeld(id: string): boolean {
    return this.#held.has(id)
  }

  /** Every comment that is known, shown or not. */
  all(): Iterable<CommentNode> {
    return this.#nodes.values()
  }

  /** Notes whether comments can be written in the discussion, for how long, and what its readers are asked. */
  setStatus({ isClosed, closedAt, settings }: Status): void {
    this.closed.value = isClosed
    this.disabled.value = settings.disableCommenting ?? false
    this.messages.value = {
      closed: settings.closedMessageMarkup,
      disabled: settings.disableCommentingMessageMarkup,
    }
    const markup = settings.questionBoxMarkup
    this.question.value = markup === null ? null : { markup, icon: settings.questionBoxIcon }
    this.closesAt.value = isClosed || closedAt === null ? null : Date.parse(closedAt)
  }

  /** Notes comments that have no place in the list, as those above one that is shown alone. */
  keep(branches: readonly Branch[]): void {
    for (const branch of branches) this.#keep(branch)
  }

  /** Adds a page below a comment, or at the end of the top level. @returns the first comment that was added. */
  append(parent: string | null, page: BranchPage): string | null {
    const list = parent === null ? this.roots : this.node(parent).replies
    const before = new Set(list.value.ids)
    const added = this.#listing(page)
    const ids = union(list.value.ids, added.ids)
    list.value = { ...added, ids: parent === null ? ids : this.#oldestFirst(ids) }
    return added.ids.find(id => !before.has(id)) ?? null
  }

  /** Replaces the top level, for another order or another tab. */
  replaceRoots(page: BranchPage, { order, tag }: { readonly order: string; readonly tag: string | null }): void {
    this.order = order
    this.tag = tag
    const replies = this.waiting.value.filter(id => this.node(id).fields.value.parent)
    this.roots.value = this.#listing(page)
    this.waiting.value = replies.filter(id => this.#isListed(id))
    for (const id of replies) if (!this.#isListed(id)) this.#placeReply(id)
  }

  /** Shows a comment that is known above the others, if the list does not have it. */
  lift(id: string): void {
    if (!this.roots.value.ids.includes(id)) this.#put(id, 'top')
  }

  /** Adds a comment that was written now: the reader's own is shown, one of another person waits. */
  add(comment: CommentFields, { own }: { readonly own: boolean }): void {
    if (this.#nodes.has(comment.id) || this.#recent.has(comment.id)) return
    this.#note(nodeOf(comment, true))
    if (isPublic(comment)) this.total.value += 1
    else this.#held.add(comment.id)
    if (comment.parent) this.#addReply(comment.parent.id, comment.id, own)
    else if (!this.#isTagged(comment)) return
    else if (this.order === 'oldest' && !this.roots.value.more) this.#put(comment.id, 'end')
    else if (own) this.#put(comment.id, 'top')
    else this.#wait(comment.id)
  }

  /** Changes a comment that is known; another one stays unknown. */
  change(comment: CommentFields): void {
    const known = this.#nodes.get(comment.id)
    if (!known) return
    // Replies are counted as they come, because some may wait.
    const { replyCount, ...before } = known.fields.value
    known.fields.value = { ...before, ...comment, replyCount }
    if (known.removed.value && isPublic(comment)) {
      this.total.value += 1
      if (this.#removedUnseen.delete(comment.id)) this.#wait(comment.id)
    }
    known.removed.value = comment.status === 'REJECTED'
    const above = comment.parent && this.#nodes.get(comment.parent.id)
    if (above) countReply(above, Number(isPublic(comment)) - Number(isPublic(before)))
    if (isPublic(comment)) this.#held.delete(comment.id)
    else this.#held.add(comment.id)
  }

  /**
   * Shows the viewer's own comments that wait for a moderator, each in its place, and no others but the one that is
   * `edited`. They count nowhere. Without `roots` the top level shows other comments.
   */
  showHeld(
    comments: readonly CommentFields[],
    { roots, edited = null }: { readonly roots: boolean; readonly edited?: string | null },
  ): void {
    const wanted = new Set(comments.map(({ id }) => id))
    for (const id of this.#held) if (!wanted.has(id) && id !== edited) this.#forget(id)
    for (const comment of comments) {
      const { id, parent } = comment
      if (this.#nodes.has(id)) this.change(comment)
      else this.#note(nodeOf(comment))
      this.#held.add(id)
      const above = parent && this.#nodes.get(parent.id)
      const list = above ? above.replies : !parent && roots ? this.roots : null
      if (list && !list.value.ids.includes(id))
        list.value = { ...list.value, ids: this.#withHeld(list.value.ids, comment) }
    }
  }

  /** Replies stand from the oldest to the newest, and the top level as the reader wants. */
  #withHeld(ids: readonly string[], { id, parent, created_at: at }: CommentFields): string[] {
    if (!parent && this.order === 'replies') return [id, ...ids]
    const upward = parent !== null || this.order === 'oldest'
    const place = ids.findIndex(each => {
      const other = this.node(each).fields.value.created_at
      return upward ? other > at : other < at
    })
    return place < 0 ? [...ids, id] : [...ids.slice(0, place), id, ...ids.slice(place)]
  }

  #forget(id: string): void {
    const { parent } = this.node(id).fields.value
    const list = parent ? this.#nodes.get(parent.id)?.replies : this.roots
    if (list) list.value = { ...list.value, ids: list.value.ids.filter(each => each !== id) }
    this.#held.delete(id)
    this.#nodes.delete(id)
  }

  /** Leaves only the place of a comment that readers no longer see, so that its replies stay where they are. */
  remove(id: string): void {
    const known = this.#nodes.get(id)
    if (!known || known.removed.value) return
    known.removed.value = true
    known.unread.value = false
    this.#held.delete(id)
    if (isPublic(known.fields.value)) this.total.value = Math.max(0, this.total.value - 1)
    if (!this.waiting.value.includes(id)) return
    this.#removedUnseen.add(id)
    this.waiting.value = this.waiting.value.filter(each => each !== id)
  }

  /** Shows the comments that wait. @returns the one that stands first. */
  showWaiting(): string | null {
    const waiting = this.waiting.value
    const roots = waiting.filter(id => !this.node(id).fields.value.parent).reverse()
    this.waiting.value = []
    this.roots.value = { ...this.roots.value, ids: union(roots, this.roots.value.ids) }
    for (const id of waiting) this.#placeReply(id)
    return roots[0] ?? waiting[0] ?? null
  }

  #put(id: string, where: 'top' | 'end'): void {
    const { ids } = this.roots.value
    this.roots.value = { ...this.roots.value, ids: where === 'top' ? [id, ...ids] : [...ids, id] }
  }

  #wait(id: string): void {
    this.waiting.value = [...this.waiting.value, id]
  }

  #addReply(parent: string, id: string, own: boolean): void {
    const above = this.#nodes.get(parent)
    if (!above) return
    // Without the replies before it, a new one would stand in a wrong place.
    if (!own && above.replies.value.more) countReply(above)
    else if (own || !this.#isListed(id)) this.#placeReply(id)
    else this.#wait(id)
  }

  /** Whether the tab that is shown has a comment at the top level. */
  #isTagged({ tags }: CommentFields): boolean {
    return this.tag === null || (tags ?? []).some(({ tag }) => tag.name === this.tag)
  }

  /** Whether the tab that is shown has a comment, or one that it answers. */
  #isListed(id: string): boolean {
    if (this.tag === null || this.roots.value.ids.includes(id)) return true
    const parent = this.#nodes.get(id)?.fields.value.parent
    return parent ? this.#isListed(parent.id) : false
  }

  #placeReply(id: string): void {
    const { parent } = this.node(id).fields.value
    const above = parent && this.#nodes.get(parent.id)
    if (!above || above.replies.value.ids.includes(id)) return
    if (isPublic(this.node(id).fields.value)) countReply(above)
    above.replies.value = { ...above.replies.value, ids: [...above.replies.value.ids, id] }
  }

  #listing({ nodes, hasNextPage, endCursor }: BranchPage): Listing {
    return { ids: nodes.map(branch => this.#keep(branch)), cursor: endCursor, more: hasNextPage }
  }

  #keep({ replies, ...fields }: Branch): string {
    const known = this.#nodes.get(fields.id)
    if (known) known.fields.value = fields
    const node = known ?? this.#note(nodeOf(fields))
    const { ids, cursor } = node.replies.value
    if (replies && cursor === null) {
      const read = this.#listing(replies)
      node.replies.value = { ...read, ids: this.#oldestFirst(union(ids, read.ids)) }
    } else if (!replies && ids.length === 0) node.replies.value = { ...NOTHING, more: (fields.replyCount ?? 0) > 0 }
    return fields.id
  }

  #oldestFirst(ids: readonly string[]): string[] {
    const timeOf = (id: string) => Date.parse(this.node(id).fields.value.created_at)
    return [...ids].sort((a, b) => timeOf(a) - timeOf(b))
  }

  #note(node: CommentNode): CommentNode {
    this.#nodes.set(node.id, node)
    this.known.value = this.#nodes.size
    return node
  }
}

/** Whether all readers see a comment. */
export function isPublic({ status }: Pick<CommentFields, 'status'>): boolean {
  return status === 'NONE' || status === 'ACCEPTED'
}

const union = (first: readonly string[], second: readonly string[]) => [...new Set([...first, ...second])]

function countReply({ fields }: CommentNode, change = 1): void {
  if (change !== 0) fields.value = { ...fields.value, replyCount: (fields.value.replyCount ?? 0) + change }
}

function nodeOf(fields: CommentFields, fresh = false): CommentNode {
  return {
    fresh,
    id: fields.id,
    fields: signal(fields),
    own: signal(null),
    replies: signal(NOTHING),
    collapsed: signal(false),
    // Moderators, and its author, can open its page.
    removed: signal(fields.status === 'REJECTED'),
    unread: signal(false),
  }
}
