import type { YogaServerOptions } from 'graphql-yoga'

type Render = NonNullable<YogaServerOptions<object, object>['renderGraphiQL']>
type GraphiqlOptions = Parameters<Render>[0]

/**
 * The page of GraphiQL. Its package has many megabytes and serves only developers, so it is loaded when somebody opens
 * the page, and a server can do without it.
 *
 * @param subscriptionsEndpoint path at which subscriptions are served
 */
export async function renderGraphiql(options: GraphiqlOptions, subscriptionsEndpoint: string): Promise<string> {
  try {
    const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
    // It takes more options than its types say.
    return renderGraphiQL({ ...options, subscriptionsEndpoint } as GraphiqlOptions)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error
    return NOT_INSTALLED
  }
}

const NOT_INSTALLED = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>GraphiQL is not installed</title>
<h1>GraphiQL is not installed</h1>
<p>Servers run without it. To install it, run in a checkout of the repository</p>
<pre>npx -y pnpm@12 install</pre>
<p>or, where the server was installed as a package,</p>
<pre>npm install @graphql-yoga/render-graphiql</pre>
<p>and start the server again. Every other client of GraphQL can use the same address.</p>
</html>
`
