import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { AdminComment, Comments } from '../app/comments.ts'
import type { Graph } from '../browser/graph.ts'
import { CommentsAgain, ModerationQueue } from '../documents/generated.ts'
import type { CommentsQuery } from '../documents/types.ts'

/** Rows that are read at a time. */
const PAGE = 20
/** The most comments that the server reads by their ids. */
const MOST_AGAIN = 100

export type Order = 'DESC' | 'ASC'

interface RowsOptions {
  readonly comments: Comments
  readonly graph: Graph
  readonly order: Order
  /** The comments of the list, as the graph is asked for them. */
  readonly selection: Omit<CommentsQuery, 'limit' | 'cursor' | 'sortOrder'>
  /** Whether the list has a comment, as it is now. */
  holds(comment: AdminComment): boolean
}

/** A list of comments as a moderator sees it: none twice, and none moves while it is read. */
export class Rows {
  readonly #options: RowsOptions
  readonly #ids = signal<readonly string[]>([])
  readonly #state = signal<'reading' | 'read' | 'failed'>('reading')
  readonly #hasMore = signal(true)
  readonly #waiting = signal<readonly string[]>([])
  /** Comments that this moderator has dealt with. A page that was asked for before must not bring them back. */
  readonly #removed = new Set<string>()
  #cursor: string | null = null
  #reading: Promise<void> | null = null

  /** The ids of the comments, in the order of the list. */
  readonly ids: ReadonlySignal<readonly string[]> = this.#ids
  readonly state: ReadonlySignal<'reading' | 'read' | 'failed'> = this.#state
  readonly hasMore: ReadonlySignal<boolean> = this.#hasMore
  /** How many comments have come that would move what the moderator reads. */
  readonly waiting: ReadonlySignal<number> = computed(() => this.#waiting.value.length)

  constructor(options: RowsOptions) {
    this.#options = options
  }

  readMore(): Promise<void> {
    this.#reading ??= this.#readPage().finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  /** Shows the comments that have come. */
  showWaiting(): void {
    batch(() => {
      this.#insert(this.#waiting.value.filter(id => this.#holdsNow(id)))
      this.#waiting.value = []
    })
  }

  /** Takes in what has happened to comments, those that are not in the queue included. */
  heard(changed: readonly AdminComment[]): void {
    batch(() => {
      for (const comment of changed) this.#options.comments.put(comment)
      const last = this.#ids.value.at(-1)
      const entering = changed.filter(
        comment =>
          !this.#removed.has(comment.id) &&
          !this.#ids.value.includes(comment.id) &&
          this.#options.holds(comment) &&
          // What comes after the last row is read with the next page.
          (!this.#hasMore.value || (last !== undefined && this.#compare(comment.id, last) < 0)),
      )
      const moves = ({ id }: AdminComment) => last !== undefined && this.#compare(id, last) < 0
      this.#insert(entering.filter(comment => !moves(comment)).map(({ id }) => id))
      const moving = entering.filter(moves).map(({ id }) => id)
      if (moving.length > 0) this.#waiting.value = [...new Set([...this.#waiting.value, ...moving])]
    })
  }

  /** Whether the list has a comment, as it is now. */
  holds(comment: AdminComment): boolean {
    return this.#options.holds(comment)
  }

  /** Takes comments out, because this moderator has decided about them. */
  remove(ids: readonly string[]): void {
    for (const id of ids) this.#removed.add(id)
    this.#ids.value = this.#ids.value.filter(id => !ids.includes(id))
  }

  /** Puts a comment back to its place, because the decision was not made or was taken back. */
  restore(id: string): void {
    if (this.#removed.delete(id) || this.#holdsNow(id)) this.#insert([id])
  }

  /** Reads what may have been missed while nothing was heard. */
  async catchUp(): Promise<void> {
    if (this.#ids.value.length === 0) return this.readMore()
    const { graph } = this.#options
    const first = (await this.#ask(null).catch(() => null))?.data?.comments?.nodes ?? []
    const others = this.#ids.value.filter(id => !first.some(comment => comment.id === id)).slice(0, MOST_AGAIN)
    const again = others.length > 0 ? await graph.ask(CommentsAgain, { ids: others }).catch(() => null) : null
    this.heard([...first, ...(again?.data?.commentsById ?? [])])
  }

  #holdsNow(id: string): boolean {
    const comment = this.#options.comments.find(id)?.value
    return comment !== undefined && this.#options.holds(comment)
  }

  #ask(cursor: string | null) {
    const { graph, order, selection } = this.#options
    return graph.ask(ModerationQueue, { query: { ...selection, sortOrder: order, limit: PAGE, cursor } })
  }

  async #readPage(): Promise<void> {
    this.#state.value = 'reading'
    const page = (await this.#ask(this.#cursor).catch(() => null))?.data?.comments
    batch(() => {
      this.#state.value = page ? 'read' : 'failed'
      if (!page) return
      for (const comment of page.nodes) this.#options.comments.put(comment)
      const known = new Set(this.#ids.value)
      const fresh = page.nodes.map(({ id }) => id).filter(id => !known.has(id) && !this.#removed.has(id))
      this.#ids.value = [...this.#ids.value, ...fresh]
      // An event may have announced what the page has, too.
      this.#waiting.value = this.#waiting.value.filter(id => !fresh.includes(id))
      this.#cursor = page.endCursor ?? this.#cursor
      this.#hasMore.value = page.hasNextPage
    })
  }

  /** Inserts each at its place. What stands there already keeps its order. */
  #insert(added: readonly string[]): void {
    if (added.length === 0) return
    const list = [...this.#ids.value]
    for (const id of added) {
      if (list.includes(id)) continue
      const at = list.findIndex(other => this.#compare(id, other) < 0)
      list.splice(at === -1 ? list.length : at, 0, id)
    }
    this.#ids.value = list
  }

  /** By time, then by id, as the server sorts. */
  #compare(one: string, other: string): number {
    const { comments, order } = this.#options
    const [a, b] = [comments.find(one)?.value, comments.find(other)?.value]
    if (!a || !b) return 0
    const by = a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id) ? -1 : 1
    return order === 'ASC' ? by : -by
  }
}
