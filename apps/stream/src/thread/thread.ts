import { type Signal, signal } from '@preact/signals'
import type { Branch, BranchPage, CommentFields, StreamState } from './state.ts'

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
}

/** All comments that a stream has read. */
export interface Thread {
  readonly roots: Signal<Listing>
  /** New comments of the top level that are not shown yet, oldest first. */
  readonly waiting: Signal<readonly string[]>
  readonly total: Signal<number>
  readonly closed: Signal<boolean>
  node(id: string): CommentNode
  find(id: string): CommentNode | undefined
  /** Adds a page below a comment, or at the end of the top level. */
  append(parent: string | null, page: BranchPage): void
  /** Replaces the top level, for another order or another tab. */
  replaceRoots(page: BranchPage): void
  /** Adds a comment that was written now, and says where it is shown. */
  add(comment: CommentFields, how: { readonly own: boolean }): void
  /** Changes a comment that is shown; another one stays unknown. */
  change(comment: CommentFields): void
  /** Shows the new comments of the top level. */
  showWaiting(): void
}

const NOTHING: Listing = { ids: [], cursor: null, more: false }

export function createThread(state: StreamState): Thread {
  const nodes = new Map<string, CommentNode>()
  const keep = (branch: Branch): string => {
    const known = nodes.get(branch.id)
    if (known) known.fields.value = branch
    else nodes.set(branch.id, nodeOf(branch))
    const { replies } = nodes.get(branch.id)!
    if (branch.replies && replies.value.ids.length === 0) replies.value = listing(branch.replies)
    return branch.id
  }
  const listing = ({ nodes: branches, hasNextPage, endCursor }: BranchPage): Listing => ({
    ids: branches.map(keep),
    cursor: endCursor,
    more: hasNextPage,
  })
  const roots = signal<Listing>(listing(state.comments))
  const waiting = signal<readonly string[]>([])
  const total = signal(state.discussion.totalCommentCount ?? 0)
  const closed = signal(state.discussion.isClosed)
  if (state.focus) {
    keep(state.focus.branch)
    for (const comment of state.focus.above) keep(comment)
  }

  const joined = (list: Listing, page: Listing): Listing => ({
    ...page,
    ids: [...new Set([...list.ids, ...page.ids])],
  })
  const node = (id: string): CommentNode => {
    const found = nodes.get(id)
    if (!found) throw new Error(`the stream does not know the comment ${id}`)
    return found
  }

  const putFirst = (id: string) => {
    roots.value = { ...roots.value, ids: [id, ...roots.value.ids] }
  }
  const addRoot = (id: string, own: boolean) => {
    if (own) putFirst(id)
    else waiting.value = [...waiting.value, id]
  }
  const addReply = (parent: string, id: string, own: boolean) => {
    const above = nodes.get(parent)
    if (!above) return
    above.fields.value = { ...above.fields.value, replyCount: (above.fields.value.replyCount ?? 0) + 1 }
    const { value } = above.replies
    // Without the replies before it, a new one would stand in a wrong place.
    if (own || !value.more) above.replies.value = { ...value, ids: [...value.ids, id] }
  }

  return {
    roots,
    waiting,
    total,
    closed,
    node,
    find: id => nodes.get(id),
    append(parent, page) {
      const list = parent === null ? roots : node(parent).replies
      list.value = joined(list.value, listing(page))
    },
    replaceRoots(page) {
      waiting.value = []
      roots.value = listing(page)
    },
    add(comment, { own }) {
      if (nodes.has(comment.id)) return
      keep(comment)
      total.value += 1
      if (comment.parent) addReply(comment.parent.id, comment.id, own)
      else addRoot(comment.id, own)
    },
    change(comment) {
      const known = nodes.get(comment.id)
      if (known) known.fields.value = { ...known.fields.value, ...comment }
    },
    showWaiting() {
      const ids = [...waiting.value].reverse()
      waiting.value = []
      roots.value = { ...roots.value, ids: [...new Set([...ids, ...roots.value.ids])] }
    },
  }
}

function nodeOf(fields: CommentFields): CommentNode {
  return { id: fields.id, fields: signal(fields), replies: signal(NOTHING), collapsed: signal(false) }
}
