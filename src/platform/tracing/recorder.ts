// Sends spans to a collector over OTLP. Loaded only if a collector is configured. The packages read the standard
// variables OTEL_… of OpenTelemetry themselves, so they are not settings of the service.
import { diag, DiagLogLevel, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  processDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { recordWith } from './tracing';

const reportEveryMs = 60_000;

/**
 * Records spans until the returned function is called, which sends the remaining spans. If the collector cannot be
 * reached, spans are dropped, and `onFailure` is called at most once a minute.
 */
export function startRecording(version: string, onFailure: (reason: string) => void): () => Promise<void> {
  const ignore = () => undefined;
  let reportedAt = -Infinity;
  const error = (reason: string) => {
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    onFailure(reason);
  };
  diag.setLogger({ error, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR);
  const service = resourceFromAttributes({ 'service.name': 'netloom', 'service.version': version });
  // A later resource replaces an earlier one: OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES replace the service's own
  // name.
  const resource = defaultResource()
    .merge(service)
    .merge(detectResources({ detectors: [hostDetector, processDetector, envDetector] }));
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  recordWith(trace.getTracer('netloom', version));
  return async () => {
    recordWith(undefined);
    await provider.shutdown();
  };
}
