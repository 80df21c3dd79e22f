-- Clusters of Kubernetes: their credentials, and workloads that run in them.
ALTER TYPE "credential_type" ADD VALUE 'KubernetesToken';
ALTER TYPE "service_virtualization_type" ADD VALUE 'Kubernetes';
