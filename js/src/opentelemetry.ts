// The entry `tooltrim/opentelemetry`: what was cut, as OpenTelemetry metrics.
export {};
