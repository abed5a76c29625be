export { authentication, authentication as default, authentication as 'module.exports' } from './authentication.ts'
