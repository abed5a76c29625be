import { currentConfig } from '../runtime/current-services.ts'

/** The addresses of the platform, for plugins that import `url`. Each but the origin ends with a slash. */
export const url = {
  get BASE_URL(): string {
    return `${currentConfig().rootUrl}/`
  },
  get BASE_ORIGIN(): string {
    return new URL(currentConfig().rootUrl).origin
  },
  get BASE_PATH(): string {
    return `${currentConfig().rootPath}/`
  },
  get MOUNT_PATH(): string {
    return `${currentConfig().mountPath}/`
  },
  get STATIC_URL(): string {
    return `${currentConfig().staticUrl}/`
  },
}

export default url
export { url as 'module.exports' }
