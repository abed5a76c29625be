import type { GraphQLNamedType } from 'graphql'
import {
  buildASTSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { expect, test } from 'vitest'
import { CursorScalar, DateScalar, mergeTypeDefs } from '../src/index.ts'
import { coreSources } from './core-sources.ts'

const schema = buildASTSchema(mergeTypeDefs(coreSources).document)

test('everything in the core is described', () => {
  const described = Object.values(schema.getTypeMap()).flatMap(type => [...describedIn(type)])
  expect(described.length).toBeGreaterThan(200)
  expect(described.filter(([, text]) => !isSentence(text)).map(([coordinate]) => coordinate)).toEqual([])
})

test('the schema itself is described', () => {
  expect(isSentence(schema.description)).toBe(true)
})

test.each([DateScalar, CursorScalar])('the scalar $name is described alike in code and SDL', scalar => {
  expect(scalar.description).toBe(schema.getType(scalar.name)?.description)
})

type Described = [coordinate: string, description: string | null | undefined]

function isSentence(text: string | null | undefined): boolean {
  return typeof text === 'string' && /^\S.*[.]$/s.test(text)
}

function* describedIn(type: GraphQLNamedType): Generator<Described> {
  if (isIntrospectionType(type) || isSpecifiedScalarType(type)) return
  yield [type.name, type.description]
  yield* membersOf(type)
}

function* membersOf(type: GraphQLNamedType): Generator<Described> {
  if (isEnumType(type)) {
    for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value.description]
  }
  if (isInputObjectType(type)) {
    for (const field of Object.values(type.getFields())) yield [`${type.name}.${field.name}`, field.description]
  }
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      yield [`${type.name}.${field.name}`, field.description]
      for (const argument of field.args) yield [`${type.name}.${field.name}(${argument.name}:)`, argument.description]
    }
  }
}
