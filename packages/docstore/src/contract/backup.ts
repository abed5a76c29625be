/**
 * A backup that was made.
 *
 * @example
 * const { bytes, milliseconds }: Backup = await backUpDocstore(url, 'copy.db')
 */
export interface Backup {
  readonly bytes: number
  /** How long it took. */
  readonly milliseconds: number
}

/**
 * A backup that was put in the place of a store.
 *
 * @example
 * const { former }: Restored = await restoreDocstore(url, 'copy.db')
 */
export interface Restored extends Backup {
  /** The file of the store that was in this place; its log has the same name with `-wal`. `null` if there was none. */
  readonly former: string | null
}
