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
export type Resolver<Ctx = GraphContext, Parent = any, Args = any> = (parent: Parent, args: Args, context: Ctx, info: GraphQLResolveInfo) => unknown

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
 * The fields of a type and what resolves them.
 *
 * @example
 * const fields: FieldResolvers<GraphContext, Comment> = { shout: comment => comment.body?.toUpperCase() }
 */
export type FieldResolvers<Ctx = GraphContext, Parent = any> = Readonly<Record<string, Resolver<Ctx, Parent>>>

/**
 * Type → field → resolver; or type → scalar. Those of the types in `Parents` know what they are given.
 *
 * @example
 * const resolvers: ResolverMap<GraphContext> = { RootQuery: { people: (_root, _args, { loaders }) => loaders.Users.getByID('1') } }
 */
export type ResolverMap<Ctx = GraphContext, Parents = unknown> = unknown extends Parents
  ? Readonly<Record<string, FieldResolvers<Ctx> | GraphQLScalarType>>
  : { readonly [Type in keyof Parents]?: FieldResolvers<Ctx, Parents[Type]> } & Readonly<Record<string, FieldResolvers<Ctx> | GraphQLScalarType>>
