import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { DocstoreError } from '../errors.ts'
import { damageOf } from './failure.ts'
import type { KeptDocuments } from './kept.ts'
import { COUNTER, READER, SIZER, TOO_MANY_ROWS } from './row-count.ts'

/** The most prepared statements of a connection. */
const CACHED_STATEMENTS = 500

type Row = readonly unknown[]

/** Options of a connection. */
interface ConnectionOptions {
  readonly readOnly?: boolean
  /** The documents that reads of this connection may get without SQLite. */
  readonly kept?: KeptDocuments
  /** Is told which rows this connection changes. */
  readonly changes?: Pick<KeptDocuments, 'noteChange'>
  /** Is told when a statement finds that the file is damaged. The statement throws that error, too. */
  readonly onDamage?: (error: DocstoreError) => void
}

/** One SQLite connection that prepares each statement once. Rows are arrays, in the order of the columns. */
export class Connection {
  readonly database: DatabaseSync
  readonly kept: KeptDocuments | undefined
  readonly changes: Pick<KeptDocuments, 'noteChange'> | undefined
  readonly #path: string
  readonly #onDamage: ((error: DocstoreError) => void) | undefined
  readonly #statements = new Map<string, StatementSync>()
  /** How many rows the present read may still look at, and how many bytes of documents it may get. */
  #rowsLeft = 0
  #bytesLeft = 0

  constructor(path: string, options: ConnectionOptions = {}) {
    this.kept = options.kept
    this.changes = options.changes
    this.#path = path
    this.#onDamage = options.onDamage
    this.database = new DatabaseSync(path, {
      readOnly: options.readOnly ?? false,
      timeout: 5000,
      enableForeignKeyConstraints: false,
    })
    const look = (rows: number) => {
      if (this.#rowsLeft <= 0) throw TOO_MANY_ROWS
      this.#rowsLeft -= rows
      return 1
    }
    this.database.function(COUNTER, _rid => look(1))
    this.database.function(READER, _rid => look(5))
    this.database.function(SIZER, size => {
      this.#bytesLeft -= Number(size)
      if (this.#bytesLeft < 0) throw TOO_MANY_ROWS
      return 1
    })
  }

  exec(sql: string): void {
    this.#watched(() => this.database.exec(sql))
  }

  run(sql: string, parameters: readonly SQLInputValue[] = []): { changes: number; rowid: number } {
    const { changes, lastInsertRowid } = this.#watched(() => this.#prepared(sql).run(...parameters))
    return { changes: Number(changes), rowid: Number(lastInsertRowid) }
  }

  all(sql: string, parameters: readonly SQLInputValue[] = []): Row[] {
    return this.#watched(() => this.#prepared(sql).all(...parameters)) as unknown as Row[]
  }

  get(sql: string, parameters: readonly SQLInputValue[] = []): Row | undefined {
    return this.#watched(() => this.#prepared(sql).get(...parameters)) as unknown as Row | undefined
  }

  /** Yields rows one by one, with its own statement, because other uses of the same text would disturb it. */
  *iterate(sql: string, parameters: readonly SQLInputValue[] = []): Generator<Row> {
    const statement = this.#watched(() => this.#prepare(sql))
    try {
      yield* statement.iterate(...parameters) as unknown as Iterable<Row>
    } catch (error) {
      throw this.#seen(error)
    }
  }

  /**
   * Does a read whose statements have the conditions `LOOKED_AT` and `GOT`.
   *
   * @returns nothing when it would look at more rows, or get more bytes, than it may
   */
  within<R>({ rows, bytes }: { readonly rows: number; readonly bytes: number }, read: () => R): R | undefined {
    this.#rowsLeft = rows
    this.#bytesLeft = bytes
    try {
      return read()
    } catch (error) {
      if (error === TOO_MANY_ROWS) return undefined
      throw error
    }
  }

  /** Runs statements that are undone together when one of them fails. */
  savepoint<R>(name: string, work: () => R): R {
    this.run(`SAVEPOINT ${name}`)
    try {
      return work()
    } catch (error) {
      // SQLite itself rolls the whole transaction back, for example when the disk is full.
      if (this.database.isTransaction) this.run(`ROLLBACK TO ${name}`)
      throw error
    } finally {
      if (this.database.isTransaction) this.run(`RELEASE ${name}`)
    }
  }

  /** Keeps what this connection reads as it is now, whatever is committed, until `release`. */
  hold(): void {
    this.run('BEGIN')
    // A transaction sees what was committed before its first read.
    this.get('SELECT 1 FROM platform_index LIMIT 1')
  }

  release(): void {
    if (this.database.isTransaction) this.run('COMMIT')
  }

  /** Forgets the prepared statements, each of which keeps its last parameters, and the pages that were read. */
  releaseMemory(): void {
    this.#statements.clear()
    this.exec('PRAGMA shrink_memory')
  }

  close(): void {
    this.#statements.clear()
    if (this.database.isOpen) this.database.close()
  }

  #watched<R>(work: () => R): R {
    try {
      return work()
    } catch (error) {
      throw this.#seen(error)
    }
  }

  /** Tells of an error that says that the file is damaged. Any statement may be the first one that finds it. */
  #seen(error: unknown): unknown {
    const damage = damageOf(this.#path, error)
    if (!damage) return error
    this.#onDamage?.(damage)
    return damage
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const oldest = this.#statements.size >= CACHED_STATEMENTS ? this.#statements.keys().next().value : undefined
    if (oldest !== undefined) this.#statements.delete(oldest)
    const statement = this.#prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  #prepare(sql: string): StatementSync {
    const statement = this.database.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }
}
