import { oncePer } from './once-per.ts'

type Method = (...args: never[]) => unknown

/**
 * The same object, whose methods also work without it: an author may write `({ log: { info } }) => info('done')`.
 *
 * @example
 * const { info } = withBoundMethods(log)
 */
export function withBoundMethods<T extends object>(object: T): T {
  return standIn(object) as T
}

const standIn = oncePer((object: object): object => {
  const bound = oncePer((method: Method) => method.bind(object) as Method)
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' && name !== 'constructor' ? bound(value as Method) : value
    },
  })
})
