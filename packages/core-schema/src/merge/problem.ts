/** What can be wrong with a set of typeDefs. The codes are stable. */
export type SchemaProblemCode =
  /** Two sources define one coordinate differently. */
  | 'SCHEMA_CONFLICT'
  /** A new required field on another owner's input type: requests that work today would be refused. */
  | 'SCHEMA_REQUIRED_INPUT'
  /** A type is named, or extended, that no part defines. */
  | 'SCHEMA_UNKNOWN_TYPE'
  /** A name that belongs to GraphQL itself. */
  | 'SCHEMA_RESERVED_NAME'
  /** The text does not parse. */
  | 'SCHEMA_SYNTAX'
  /** The text parses but holds something other than type definitions. */
  | 'SCHEMA_NOT_A_DEFINITION'
  /** `typeDefs` is not a string. */
  | 'SCHEMA_NOT_TEXT'
  /** `typeDefs` is longer than 1 MB. */
  | 'SCHEMA_TOO_LARGE'
  /** Each definition is fine by itself but the merged schema is not valid GraphQL. */
  | 'SCHEMA_INVALID'
  /** Warning: a coordinate is described twice; the first description stays. */
  | 'SCHEMA_DESCRIPTION'
  /** Warning: a type named like a root of other servers that is no root here. */
  | 'SCHEMA_NOT_A_ROOT'

/**
 * One problem, with everything needed to mend it.
 *
 * @example
 * // { code: 'SCHEMA_CONFLICT', coordinate: 'Comment.likes', owners: ['likes', 'applause'],
 * //   origins: ['plugins/likes/server/index.js (typeDefs line 2, column 18)', ...], message: ..., fix: ... }
 */
export interface SchemaProblem {
  readonly code: SchemaProblemCode
  /** The schema coordinate (`Comment.likes`, `@auth`, `schema.query`); `null` when the text as a whole is meant. */
  readonly coordinate: string | null
  /**
   * The owners involved: the first owner of the coordinate, then the one in conflict with it. The same name twice means
   * that a source is in conflict with itself.
   */
  readonly owners: readonly string[]
  /** Where, in the order of `owners`; lines and columns count from 1 inside the `typeDefs` text. */
  readonly origins: readonly string[]
  /** What is wrong, one sentence. */
  readonly message: string
  /** How to mend it, one sentence. */
  readonly fix: string
}

/** A definition that won because the operator allowed its owner to override the coordinate. */
export interface SchemaOverride {
  readonly coordinate: string
  /** Whose definition is used. */
  readonly owner: string
  /** Whose definition is not. */
  readonly over: string
}
