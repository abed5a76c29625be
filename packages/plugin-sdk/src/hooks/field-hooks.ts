import type { GraphQLResolveInfo } from 'graphql'
import type { GraphContext } from '../context.ts'
import type { CoreFields } from './core-fields.ts'

/**
 * Runs before a field is resolved, in the order of plugins. It may change `args`, and refuses by throwing an error.
 *
 * @example
 * const refuse: Pre = (_root, { input }) => { if (input.body === '') throw new BadUserInputError('Write something') }
 */
export type Pre<Ctx = GraphContext, Parent = any, Args = any> = (
  parent: Parent,
  args: Args,
  context: Ctx,
  info: GraphQLResolveInfo,
) => unknown

/**
 * Runs after a field was resolved, in the reverse order of plugins. When the function declares four or more parameters,
 * its answer replaces the result, and `undefined` keeps the result. With fewer parameters it only observes: its answer
 * is ignored, and its errors are logged and fail nothing.
 * {@link ExplicitPost} names one of the two instead of counting parameters.
 *
 * @example
 * const hideNames: Post = (_user, _args, context, _info, name) => context.user ? name : null
 */
export type Post<Ctx = GraphContext, Parent = any, Args = any, Result = any> = (
  parent: Parent,
  args: Args,
  context: Ctx,
  info: GraphQLResolveInfo,
  result: Result,
) => unknown

/**
 * A post hook that says whether the answer of `run` replaces the result, however many parameters it has. Errors of
 * `transform` fail the field; those of `observe` are logged, and the result stays.
 *
 * @example
 * const post: ExplicitPost = { mode: 'observe', run: (_root, _args, context) => context.log.info('a new comment') }
 */
export interface ExplicitPost<Ctx = GraphContext, Parent = any, Args = any, Result = any> {
  readonly mode: 'observe' | 'transform'
  readonly run: Post<Ctx, Parent, Args, Result>
}

/**
 * The functions that run before and after one field is resolved.
 *
 * @example
 * const hooks: FieldHooks = { pre: (_root, { input }) => { input.body = input.body.trim() } }
 */
export interface FieldHooks<Ctx = GraphContext, Parent = any> {
  readonly pre?: Pre<Ctx, Parent>
  readonly post?: Post<Ctx, Parent> | ExplicitPost<Ctx, Parent>
}

/**
 * Returns the name of the object type that a value of an interface has, or `undefined` when the value is not of this
 * plugin.
 *
 * @example
 * const likes: TypeHook = action => action.action_type === 'LIKE' ? 'LikeAction' : undefined
 */
export type TypeHook<Ctx = GraphContext> = (
  value: any,
  context: Ctx,
) => string | null | undefined | Promise<string | null | undefined>

/**
 * Fields that plugins add and that hooks are written for, each as `Type.field`. The compiler can't read them in
 * `typeDefs`, so the plugin that adds a field, or one that hooks it, names the field here.
 *
 * @example
 * declare module '@platform/plugin-sdk' {
 *   interface PluginFields { 'Comment.mood': true; 'RootMutation.createPoll': true }
 * }
 */
export interface PluginFields {}

/**
 * The names of the fields of a type, those of the core and those in {@link PluginFields}.
 *
 * @example
 * const field: FieldOf<'Comment'> = 'body'
 */
export type FieldOf<Type extends string> =
  | (Type extends keyof CoreFields ? CoreFields[Type] : never)
  | (keyof PluginFields extends infer At ? (At extends `${Type}.${infer Field}` ? Field : never) : never)

type HookedType = keyof CoreFields | (keyof PluginFields extends infer At ? TypeIn<At> : never)
type TypeIn<At> = At extends `${infer Type}.${string}` ? Type : never

/**
 * Type → field → the functions that run before and after it is resolved. `__resolveType` of an interface takes a
 * {@link TypeHook} as `post`. In `definePlugin` the names are those of the core's fields and of {@link PluginFields}.
 *
 * @example
 * const trim: Pre = (_root, { input }) => { input.body = input.body.trim() }
 * const hooks: FieldHookMap = { RootMutation: { createComment: { pre: trim } } }
 */
export type FieldHookMap<Ctx = GraphContext, Parents = unknown> = unknown extends Parents
  ? Readonly<Record<string, Readonly<Record<string, FieldHooks<Ctx>>> & TypeHooks<Ctx>>>
  : {
      readonly [Type in HookedType]?: {
        readonly [Field in FieldOf<Type>]?: Field extends '__resolveType'
          ? TypeHooks<Ctx>['__resolveType']
          : FieldHooks<Ctx, Type extends keyof Parents ? Parents[Type] : any>
      }
    }

interface TypeHooks<Ctx> {
  readonly __resolveType?: {
    readonly post?: TypeHook<Ctx> | { readonly mode: 'transform'; readonly run: TypeHook<Ctx> }
  }
}
