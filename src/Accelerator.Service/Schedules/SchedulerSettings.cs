using System.Collections.Specialized;
using Accelerator.Jobs.Ledger;
using Npgsql;

namespace Accelerator.Service.Schedules;

/// <summary>The configuration of Quartz: in memory for one node, its clustered store for several.</summary>
internal static class SchedulerSettings
{
    private const int MostAtOnce = 16;

    // One for each poll that starts or ends at the same time, those for the cluster's check-ins and misfires, and one spare.
    private const int MostConnections = MostAtOnce + 4;

    /// <summary>Returns the settings, including the scheduler's name in this process.</summary>
    public static NameValueCollection Of(ScheduleStore? store)
    {
        var settings = new NameValueCollection
        {
            ["quartz.threadPool.maxConcurrency"] = $"{MostAtOnce}",
            ["quartz.scheduler.makeSchedulerThreadDaemon"] = "true",
            // Several services in one process, as in tests, are several schedulers.
            ["quartz.scheduler.instanceName"] = $"ftpxd-{Guid.NewGuid():N}",
        };
        if (store is null) return settings;
        var source = $"ledger-{Guid.NewGuid():N}";
        settings["quartz.scheduler.instanceName"] = "ftpxd";
        settings["quartz.scheduler.instanceId"] = store.Node;
        settings["quartz.jobStore.type"] = "Quartz.Impl.AdoJobStore.JobStoreTX, Quartz";
        settings["quartz.jobStore.driverDelegateType"] = "Quartz.Impl.AdoJobStore.PostgreSQLDelegate, Quartz";
        settings["quartz.jobStore.dataSource"] = source;
        settings["quartz.jobStore.tablePrefix"] = "qrtz_";
        settings["quartz.jobStore.useProperties"] = "true";
        settings["quartz.serializer.type"] = typeof(TextSerializer).AssemblyQualifiedName;
        settings["quartz.jobStore.clustered"] = "true";
        // A poll of a node that was killed is restarted by another node after twice the interval and the threshold: 17.5 s.
        settings["quartz.jobStore.clusterCheckinInterval"] = "5000";
        settings["quartz.jobStore.clusterCheckinMisfireThreshold"] = "7500";
        settings["quartz.jobStore.misfireThreshold"] = "60000";
        // Bounds the wait for a lock whose holder is gone.
        settings["quartz.jobStore.commandTimeout"] = "15000";
        settings["quartz.jobStore.dbRetryInterval"] = "5000";
        settings[$"quartz.dataSource.{source}.provider"] = "Npgsql";
        settings[$"quartz.dataSource.{source}.connectionString"] =
            new NpgsqlConnectionStringBuilder(PostgresConnection.Of(store.Connection).Text)
            {
                ApplicationName = "ftpxd schedules", MaxPoolSize = MostConnections, MinPoolSize = 0,
            }.ToString();
        return settings;
    }
}

/// <summary>The store that nodes use to share poll schedules: the ledger's database, which has the tables.</summary>
/// <param name="Connection">Npgsql's connection string.</param>
/// <param name="Node">This node's name.</param>
internal sealed record ScheduleStore(string Connection, string Node);
