import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { SETTINGS } from '../../src/config/settings.ts';
import { METRICS, type MetricDefinition } from '../../src/observability/metrics/catalogue.ts';

const FOLDER = new URL('../../src/observability/operations/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');

/** Every name that a query may use: a histogram is exposed under three. */
const NAMES = new Set(
  (METRICS as readonly MetricDefinition[]).flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
);

const namesIn = (query: string) => query.match(/\b(?:dubbing|process|nodejs)_\w+/g) ?? [];
const ownNamesIn = (query: string) => namesIn(query).filter((name) => name.startsWith('dubbing_'));

const dashboard = JSON.parse(read('dashboard.json'));
const dashboardQueries: string[] = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
  targets.map(({ expr }) => expr),
);
const alerts = parse(read('alerts.yaml'));
const alertQueries: string[] = alerts.groups.flatMap(({ rules }: { rules: { expr: string }[] }) =>
  rules.map(({ expr }) => expr),
);

describe('the dashboard and the alert rules', () => {
  it.each([...dashboardQueries, ...alertQueries])('ask for metrics that exist: %s', (query) => {
    expect(namesIn(query).length).toBeGreaterThan(0);
    for (const name of ownNamesIn(query)) expect(NAMES).toContain(name);
  });

  it('show every metric of the catalogue somewhere', () => {
    const shown = new Set([...dashboardQueries, ...alertQueries].flatMap(namesIn));
    for (const { name, type } of METRICS) expect(shown).toContain(type === 'histogram' ? `${name}_bucket` : name);
  });

  it('explain each panel and each alert', () => {
    for (const { description } of dashboard.panels) expect(description).toMatch(/\.$/);
    for (const { rules } of alerts.groups) {
      for (const { annotations } of rules) expect(annotations).toMatchObject({ summary: expect.any(String) });
    }
  });
});

describe('the examples of Kubernetes and compose', () => {
  const blocks = [...read('README.md').matchAll(/```yaml\n(?<text>[\s\S]*?)```/g)].map(
    ({ groups }) => groups?.['text'] ?? '',
  );
  const documents = blocks.flatMap((text) => parseAllDocuments(text));

  it('are YAML without a fault', () => {
    expect(documents.length).toBeGreaterThanOrEqual(4);
    for (const { errors, warnings } of documents) expect([...errors, ...warnings]).toEqual([]);
  });

  it('set only settings that exist, to values that are accepted', () => {
    const settings = documents.map((document) => document.toJS()).flatMap(settingsOf);
    expect(settings.length).toBeGreaterThan(15);
    for (const { name, value } of settings) {
      expect(Object.keys(SETTINGS)).toContain(name);
      const schema = SETTINGS[name as keyof typeof SETTINGS];
      if (value !== undefined) expect({ name, ok: schema.safeParse(value).success }).toEqual({ name, ok: true });
    }
  });

  it('leave the platform waiting longer than the drain takes', () => {
    const [deployment] = documents.map((document) => document.toJS());
    const { spec } = deployment.spec.template;
    const settingOf = (wanted: string) => {
      const entry = settingsOf(deployment).find(({ name }) => name === wanted);
      return Number(entry?.value);
    };
    const drainMs = settingOf('SHUTDOWN_DELAY_MS') + settingOf('SHUTDOWN_GRACE_MS');
    expect(spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(drainMs);
  });
});

interface Setting {
  readonly name: string;
  readonly value: string | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: manifests of several kinds
function settingsOf(document: any): readonly Setting[] {
  const containers: { env?: Setting[] }[] = document?.spec?.template?.spec?.containers ?? [];
  const services: { environment?: Record<string, string> }[] = Object.values(document?.services ?? {});
  return [
    ...containers.flatMap(({ env = [] }) => env),
    ...services.flatMap(({ environment = {} }) =>
      Object.entries(environment).map(([name, value]) => ({ name, value: String(value) })),
    ),
  ];
}
