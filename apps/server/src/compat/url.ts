import { currentServices } from '../runtime/current.ts'

/** The addresses of the platform, for plugins that import `url`. Each but the origin ends with a slash. */
export const url = {
  get BASE_URL(): string {
    return `${currentServices().config.rootUrl}/`
  },
  get BASE_ORIGIN(): string {
    return new URL(currentServices().config.rootUrl).origin
  },
  get BASE_PATH(): string {
    return `${currentServices().config.rootPath}/`
  },
  get MOUNT_PATH(): string {
    return `${currentServices().config.mountPath}/`
  },
  get STATIC_URL(): string {
    return `${currentServices().config.staticUrl}/`
  },
}

export default url
export { url as 'module.exports' }
