import type { ValidationResult } from 'openapi-backend';
import type { Schema } from '../contract/model.ts';
import { nearest } from '../shared/nearest.ts';

export type ValidationError = NonNullable<ValidationResult['errors']>[number];

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  date: 'a date, such as 2026-10-28',
  'date-time': 'a date and a time, such as 2026-10-28T05:12:45Z',
  uri: 'a URL, such as https://app.example.com',
};

/** The patterns of the contracts and the control calls. */
const patterns: Readonly<Record<string, string>> = {
  '^[A-Z]{2}$': 'two uppercase letters, such as NL',
  '^[A-Z]{3}$': 'three uppercase letters, such as EUR',
  '^([01]\\d|2[0-3]):[0-5]\\d$': 'a time, such as 06:30',
  '^always$': 'a number or always',
  '^https?://': 'a URL that starts with http:// or https://',
};

/** What is wrong with a value that a schema rejects, and what to send instead. The validator must be verbose. */
export function reasonOf({ keyword, params, message = '', parentSchema }: ValidationError): string {
  const param = (name: string): unknown => params[name];
  const { properties = {} } = (parentSchema ?? {}) as Schema;
  const reasons: Record<string, () => string> = {
    required: () => 'is required',
    additionalProperties: () =>
      `is unknown${suggestion(String(param('additionalProperty')), Object.keys(properties))}`,
    parse: () => `isn't valid JSON: ${message}`,
    enum: () => `must be one of ${[param('allowedValues')].flat().join(', ')}`,
    type: () => typeReason(param('type')),
    minimum: () => `must be at least ${param('limit')}`,
    maximum: () => `must be at most ${param('limit')}`,
    minLength: () => `must have at least ${param('limit')} characters`,
    minProperties: () => `must contain at least ${param('limit')} of ${Object.keys(properties).join(', ')}`,
    format: () => mustBe(formats[String(param('format'))]),
    pattern: () => mustBe(patterns[String(param('pattern'))]),
  };
  const mustBe = (expected: string | undefined) => (expected === undefined ? message : `must be ${expected}`);
  return reasons[keyword]?.() ?? message;
}

/** "must be an integer", or "must be a string or null". */
export function typeReason(type: unknown): string {
  const types = [type].flat().map((name) => {
    const text = String(name);
    return text === 'null' ? text : `${'aeiou'.includes(text[0] ?? '') ? 'an' : 'a'} ${text}`;
  });
  return `must be ${types.join(' or ')}`;
}

/** The nearest name as a question, if one is near. */
export function suggestion(wanted: string, names: Iterable<string>): string {
  const name = nearest(wanted, names);
  return name === undefined ? '' : `. Did you mean ${name}?`;
}
