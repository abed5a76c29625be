import { tracingChannel } from 'node:diagnostics_channel'
import { type ExecutionArgs, type ExecutionResult, execute, type GraphQLSchema, validateExecutionArgs } from 'graphql'
import { Execution } from './execution.ts'
import { createPlanner } from './plan.ts'

/** What tools that trace graphql's own executor listen to. */
const TRACED = ['graphql:execute', 'graphql:execute:rootSelectionSet', 'graphql:resolve'].map(name =>
  tracingChannel(name),
)

/**
 * Makes the function that executes operations of a schema. Its answers are those of graphql's `execute`, in less time
 * and memory: what a document asks for is found out once for all requests, and fields without a resolver
 * are read without the objects that resolvers get.
 */
export function createExecute(schema: GraphQLSchema): (args: ExecutionArgs) => ReturnType<typeof execute> {
  // These directives make graphql's executor refuse every operation.
  if (schema.getDirective('defer') || schema.getDirective('stream')) return execute
  const plan = createPlanner()
  return (args): ExecutionResult | Promise<ExecutionResult> => {
    if (TRACED.some(channel => channel.hasSubscribers)) return execute(args)
    const validated = validateExecutionArgs(args)
    if (!('schema' in validated)) return { errors: validated }
    return new Execution(validated, plan(validated)).run()
  }
}
