import type { GraphQLResolveInfo, GraphQLScalarType } from 'graphql'
import type { GraphContext } from '../context.ts'
import type { Action, Asset, Comment, Tag, TagLink, User } from '../records.ts'

/**
 * Resolves a field.
 *
 * `parent` and `args` are `any` unless you annotate them: their types are in the schema, which the compiler can't read.
 * Inside of `definePlugin` the parents of core types have their types.
 *
 * @example
 * const shout: Resolver<GraphContext, Comment> = comment => comment.body?.toUpperCase()
 */
export type Resolver<Ctx = GraphContext, Parent = any, Args = any> = (
  parent: Parent,
  args: Args,
  context: Ctx,
  info: GraphQLResolveInfo,
) => unknown

/**
 * Core types, each with the record that its fields are resolved from.
 *
 * @example
 * type Parent = CoreParents['Comment'] // Comment
 */
export interface CoreParents {
  Action: Action
  Asset: Asset
  Comment: Comment
  Tag: Tag
  TagLink: TagLink
  User: User
}

/**
 * Returns the name of the object type that a value of an interface or union has; `undefined` for types of other
 * plugins.
 *
 * @example
 * const shape: TypeResolver = value => 'radius' in value ? 'Circle' : 'Square'
 */
export type TypeResolver<Ctx = GraphContext, Value = any> = (
  value: Value,
  context: Ctx,
  info: GraphQLResolveInfo,
) => string | null | undefined | Promise<string | null | undefined>

/**
 * Returns whether a value is of an object type.
 *
 * @example
 * const isCircle: TypeCheck = value => 'radius' in value
 */
export type TypeCheck<Ctx = GraphContext, Value = any> = (
  value: Value,
  context: Ctx,
  info: GraphQLResolveInfo,
) => boolean | Promise<boolean>

/**
 * The fields of a type, each with a function that resolves it, or `{ resolve }`. There is no `subscribe`, because
 * `setupFunctions` names the events of a subscription. `__resolveType` is for interfaces and unions, `__isTypeOf` for
 * object types.
 *
 * @example
 * const fields: FieldResolvers<GraphContext, Comment> = { shout: comment => comment.body?.toUpperCase() }
 */
export type FieldResolvers<Ctx = GraphContext, Parent = any> = Readonly<
  Record<FieldName, Resolver<Ctx, Parent> | { readonly resolve: Resolver<Ctx, Parent>; readonly subscribe?: never }>
> & {
  readonly __resolveType?: TypeResolver<Ctx, Parent>
  readonly __isTypeOf?: TypeCheck<Ctx, Parent>
}

// Names that begin with two underscores belong to GraphQL, and their functions have other parameters.
type Letter =
  | 'a'
  | 'b'
  | 'c'
  | 'd'
  | 'e'
  | 'f'
  | 'g'
  | 'h'
  | 'i'
  | 'j'
  | 'k'
  | 'l'
  | 'm'
  | 'n'
  | 'o'
  | 'p'
  | 'q'
  | 'r'
  | 's'
  | 't'
  | 'u'
  | 'v'
  | 'w'
  | 'x'
  | 'y'
  | 'z'
type FieldName = `${'' | '_'}${Letter | Uppercase<Letter>}${string}`

/**
 * The values that stand for the values of a GraphQL enum inside of the plugin.
 *
 * @example
 * const turn: EnumValues = { LEFT: -1, RIGHT: 1 }
 */
export type EnumValues = Readonly<Record<string, string | number | boolean>>

/**
 * Type → field → resolver; scalar → its definition; enum → value → the value that stands for it in code. Resolvers
 * of the types in `Parents` have a typed parent.
 *
 * @example
 * const resolvers: ResolverMap<GraphContext> = {
 *   RootQuery: { person: (_root, { id }, { loaders }) => loaders.Users.getByID(id) },
 * }
 */
export type ResolverMap<Ctx = GraphContext, Parents = unknown> = unknown extends Parents
  ? Readonly<Record<string, FieldResolvers<Ctx> | EnumValues | GraphQLScalarType>>
  : { readonly [Type in keyof Parents]?: FieldResolvers<Ctx, Parents[Type]> } & Readonly<
      Record<string, FieldResolvers<Ctx> | EnumValues | GraphQLScalarType>
    >
