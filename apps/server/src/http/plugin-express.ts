import { dirname, join, sep } from 'node:path'
import type { Config } from '@platform/config'
import type { LoadedPlugin } from '@platform/plugin-host'
import type { Express } from 'express'
import type { Liquid } from 'liquidjs'
import { loadExpress } from '../runtime/express.ts'
import { createLiquid, type LiquidFilter } from '../runtime/liquid.ts'
import { oncePer } from '../runtime/once-per.ts'
import { boundedView } from './plugin-view.ts'

/** The Express applications of plugins. */
export interface ExpressApps {
  /**
   * The application that the plugin's `app` hook is given. The applications of all plugins share `locals` and `engine`.
   */
  appOf(plugin: LoadedPlugin): Express
  /** An application for the plugin's routes, with the settings of the other one. */
  routesOf(plugin: LoadedPlugin): Express
}

/** Makes Express applications whose `res.render` finds the views of the plugin, with the engine that mails use. */
export function createExpressApps({ trustProxy }: Pick<Config, 'trustProxy'>): ExpressApps {
  const shared: Pick<Express, 'locals'> & { engines?: object } = { locals: {} }
  const appOf = oncePer((plugin: LoadedPlugin) => {
    const app = loadExpress()()
    app.disable('x-powered-by')
    app.disable('etag')
    app.set('trust proxy', trustProxy)
    app.set('view engine', 'html')
    app.set('views', viewsOf(plugin))
    app.set('view', boundedView(app.get('view'), plugin.directory))
    shareWith(app)
    app.engine('html', render).engine('liquid', render)
    return app
  })
  const shareWith = (app: Express & { engines?: object }): void => {
    shared.engines ??= app.engines ?? {}
    Object.assign(app, { locals: shared.locals, engines: shared.engines })
  }
  const render = createViewEngine()
  return {
    appOf,
    routesOf(plugin) {
      const app = loadExpress()()
      Object.assign(app, { settings: appOf(plugin).settings as unknown })
      shareWith(app)
      return app
    },
  }
}

/** The folders `views` of a plugin: in its own folder, and beside its module. */
function viewsOf({ directory, entry }: LoadedPlugin): string[] {
  const folders = [directory, entry === undefined ? undefined : dirname(entry)]
  return [...new Set(folders.flatMap(folder => (folder === undefined ? [] : [join(folder, 'views')])))]
}

type Done = (error: unknown, html?: string) => void
type Translate = (key: string, ...replacements: unknown[]) => string

/** Renders a file. In HTML every value is escaped. A view may include other files of its folder `views` only. */
function createViewEngine(): (path: string, options: object, done: Done) => void {
  const engines = new Map<string, Promise<Liquid>>()
  return (path, options, done) => {
    const { settings: _settings, _locals, ...values } = options as Record<string, unknown>
    const end = path.lastIndexOf(`${sep}views${sep}`)
    const root = end < 0 ? dirname(path) : path.slice(0, end + `${sep}views`.length)
    const engine = engines.get(root) ?? createEngine(root)
    engines.set(root, engine)
    engine.then(liquid => liquid.renderFile(path, values)).then((html: string) => done(null, html), done)
  }
}

/** Translates by the function `t` among the values of a view. */
const translate: LiquidFilter = function (key: unknown, ...replacements: unknown[]) {
  const text: unknown = this.context.getSync(['t'])
  return typeof text === 'function' ? (text as Translate)(String(key), ...replacements) : String(key)
}

function createEngine(root: string): Promise<Liquid> {
  return createLiquid('html', {
    root,
    extname: '.html',
    cache: process.env['NODE_ENV'] === 'production',
    strictFilters: true,
    relativeReference: false,
    filters: { t: translate },
  })
}
