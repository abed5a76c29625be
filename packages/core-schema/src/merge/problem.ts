/**
 * The code of a problem of typeDefs. Codes never change.
 *
 * @example
 * const isConflict = (code: SchemaProblemCode) => code === 'SCHEMA_CONFLICT'
 */
export type SchemaProblemCode =
  /** Two sources define one coordinate differently. */
  | 'SCHEMA_CONFLICT'
  /** A new required field on another owner's input type, without which existing requests would be refused. */
  | 'SCHEMA_REQUIRED_INPUT'
  /** A type is named or extended that no source defines. */
  | 'SCHEMA_UNKNOWN_TYPE'
  /** A name that belongs to GraphQL itself. */
  | 'SCHEMA_RESERVED_NAME'
  /** The text does not parse. */
  | 'SCHEMA_SYNTAX'
  /** The text parses, but has definitions other than those of types. */
  | 'SCHEMA_NOT_A_DEFINITION'
  /** `typeDefs` is not a string. */
  | 'SCHEMA_NOT_TEXT'
  /** `typeDefs` is longer than 1 MB. */
  | 'SCHEMA_TOO_LARGE'
  /** Each definition is valid by itself, but the merged schema is not. */
  | 'SCHEMA_INVALID'
  /** Warning: a coordinate is described twice; the first description is kept. */
  | 'SCHEMA_DESCRIPTION'
  /** Warning: a type named like a root of other servers that is no root here. */
  | 'SCHEMA_NOT_A_ROOT'

/**
 * One problem, with all facts that are needed to correct it.
 *
 * @example
 * // { code: 'SCHEMA_CONFLICT', coordinate: 'Comment.likes', owners: ['likes', 'applause'],
 * //   origins: ['plugins/likes/server/index.js (typeDefs line 2, column 18)', ...], message: ..., fix: ... }
 */
export interface SchemaProblem {
  readonly code: SchemaProblemCode
  /** The schema coordinate (`Comment.likes`, `@auth`, `schema.query`); `null` for a problem of the whole text. */
  readonly coordinate: string | null
  /**
   * The owners involved: the first owner of the coordinate, then the one in conflict with it. The same name twice means
   * that a source is in conflict with itself.
   */
  readonly owners: readonly string[]
  /** The places, in the order of `owners`; lines and columns count from 1 inside the `typeDefs` text. */
  readonly origins: readonly string[]
  /** The problem, as one sentence. */
  readonly message: string
  /** The fix, as one sentence. */
  readonly fix: string
}

/**
 * A definition that won because the operator allowed its owner to override the coordinate.
 *
 * @example
 * const text = ({ coordinate, owner, over }: SchemaOverride) => `${owner} replaces ${coordinate} of ${over}`
 */
export interface SchemaOverride {
  readonly coordinate: string
  /** The owner whose definition is used. */
  readonly owner: string
  /** The owner whose definition is not used. */
  readonly over: string
}
