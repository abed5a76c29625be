import type { GraphQLResolveInfo, GraphQLScalarType } from 'graphql'
import type { GraphContext } from '../context.ts'
import type { Action, Asset, Comment, Tag, TagLink, User } from '../records.ts'

/**
 * Resolves a field.
 *
 * `parent` and `args` are `any` unless you say otherwise: they come from the schema, which the compiler can't read.
 * Parents of core types are known inside of `definePlugin`.
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
 * Core types and the record each of their fields is resolved from.
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
 * Says which object type a value of an interface or union is, by its name; nothing when it is none of the plugin's.
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
 * Says whether a value is of an object type.
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
 * The fields of a type and what resolves them: a function, or `{ resolve }`. Which events a subscription gets is said
 * in `setupFunctions`, so there is no `subscribe`. `__resolveType` is for interfaces and unions, `__isTypeOf` for types.
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

// Names that begin with two underscores are GraphQL's own, and have other parameters.
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
 * What stands for the values of an enum inside of the plugin.
 *
 * @example
 * const turn: EnumValues = { LEFT: -1, RIGHT: 1 }
 */
export type EnumValues = Readonly<Record<string, string | number | boolean>>

/**
 * Type → field → resolver; or type → scalar, enum → value → what stands for it. Those of the types in `Parents` know what they are given.
 *
 * @example
 * const resolvers: ResolverMap<GraphContext> = { RootQuery: { people: (_root, _args, { loaders }) => loaders.Users.getByID('1') } }
 */
export type ResolverMap<Ctx = GraphContext, Parents = unknown> = unknown extends Parents
  ? Readonly<Record<string, FieldResolvers<Ctx> | EnumValues | GraphQLScalarType>>
  : { readonly [Type in keyof Parents]?: FieldResolvers<Ctx, Parents[Type]> } & Readonly<
      Record<string, FieldResolvers<Ctx> | EnumValues | GraphQLScalarType>
    >
