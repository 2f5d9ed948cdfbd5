namespace Accelerator.Service.Metrics;

/// <summary>The one table of all metrics; docs/dashboard.md lists them, and a test compares the two.</summary>
internal static class MetricTable
{
    public static readonly MetricRow Files = new(
        "accelerator_files_total", "counter", "job, result", "Delivery attempts: delivered, retried, failed, quarantined.");
    public static readonly MetricRow Delivered = new("accelerator_delivered_bytes_total", "counter", "job", "Bytes of delivered files.");
    public static readonly MetricRow DeliverySeconds = new(
        "accelerator_delivery_seconds", "histogram", "job", "Time from first seen to delivered.");
    public static readonly MetricRow LatencySeconds = new(
        "accelerator_latency_seconds", "histogram", "job",
        "Time from the appearance on the archive (its last change there, or first seen) to delivered.");
    public static readonly MetricRow Polls = new("accelerator_looks_total", "counter", "job, result", "Polls: complete, incomplete.");
    public static readonly MetricRow PollSeconds = new("accelerator_look_seconds", "histogram", "job", "Duration of a poll.");
    public static readonly MetricRow Effects = new(
        "accelerator_effects_total", "counter", "job, result", "Commands and manifest lines after deliveries: done, failed.");
    public static readonly MetricRow Waiting = new(
        "accelerator_backlog_files", "gauge", "job", "Undelivered files, without failed and quarantined ones.");
    public static readonly MetricRow WaitingBytes = new(
        "accelerator_backlog_bytes", "gauge", "job", "Bytes of the undelivered files, without failed and quarantined ones.");
    public static readonly MetricRow Oldest = new(
        "accelerator_oldest_undelivered_seconds", "gauge", "job", "Waiting time of the oldest undelivered file; 0 if there is none.");
    public static readonly MetricRow Objective = new(
        "accelerator_objective_seconds", "gauge", "job",
        "The objective: longest time from the appearance on the archive to delivered.");
    public static readonly MetricRow InTime = new(
        "accelerator_in_time_ratio", "gauge", "job",
        "Share of the last 24 h's files that met the objective by their latency, 0 to 1; overdue undelivered files did not.");
    public static readonly MetricRow Slots = new(
        "accelerator_slots", "gauge", "job, state", "Slots of expected files: complete, late, partial, missing, outage.");
    public static readonly MetricRow Completeness = new(
        "accelerator_completeness_ratio", "gauge", "job", "Share of the expected files that is delivered, 0 to 1; without known outages.");
    public static readonly MetricRow Silence = new(
        "accelerator_silent", "gauge", "job", "1 if no new file has appeared for longer than silent_after, else 0.");
    public static readonly MetricRow Quarantined = new(
        "accelerator_put_aside_files", "gauge", "job, state", "Files that need attention: failed, quarantined.");
    public static readonly MetricRow LastPoll = new(
        "accelerator_last_complete_look_timestamp_seconds", "gauge", "job", "When the last complete poll ended.");
    public static readonly MetricRow LastDelivery = new(
        "accelerator_last_delivery_timestamp_seconds", "gauge", "job", "When a file was last delivered.");
    public static readonly MetricRow Sessions = new("accelerator_sessions", "gauge", "server", "Logged-in sessions.");
    public static readonly MetricRow SessionLimit = new("accelerator_session_limit", "gauge", "server", "Limit of logged-in sessions.");
    public static readonly MetricRow Rate = new("accelerator_receive_bytes_per_second", "gauge", "server", "Current receive rate.");
    public static readonly MetricRow GatewayFiles = new(
        "accelerator_gateway_files_total", "counter", "gateway, result", "Files for clients of a gateway: sent, failed.");
    public static readonly MetricRow GatewayBytes = new(
        "accelerator_gateway_sent_bytes_total", "counter", "gateway", "Bytes that clients have accepted.");
    public static readonly MetricRow GatewayClients = new("accelerator_gateway_clients", "gauge", "gateway", "Connected clients.");
    public static readonly MetricRow GatewayRate = new(
        "accelerator_gateway_receive_bytes_per_second", "gauge", "gateway", "Current rate of the files being fetched.");
    public static readonly MetricRow Concerns = new(
        "accelerator_concerns", "gauge", "", "Items that need attention; 0 if all is well.");
    public static readonly MetricRow Ready = new(
        "accelerator_ready", "gauge", "", "1 if the ledger answers and no job has the state blind, blocked, login or unreachable.");
    public static readonly MetricRow LedgerRead = new(
        "accelerator_ledger_read_timestamp_seconds", "gauge", "", "When these figures were last read from the ledger.");
    public static readonly MetricRow JobFileRead = new(
        "accelerator_job_file_read_timestamp_seconds", "gauge", "", "When the job file in force was read.");
    public static readonly MetricRow JobFileProblems = new(
        "accelerator_job_file_problems", "gauge", "", "Errors in the current job file.");
    public static readonly MetricRow Start = new("accelerator_start_timestamp_seconds", "gauge", "version", "When the service started.");

    /// <summary>All metrics, in the order of the document.</summary>
    public static IReadOnlyList<MetricRow> Rows { get; } =
    [
        Files, Delivered, DeliverySeconds, LatencySeconds, Polls, PollSeconds, Effects, Waiting, WaitingBytes, Oldest, Objective, InTime,
        Slots, Completeness, Silence, Quarantined,
        LastPoll, LastDelivery, Sessions, SessionLimit, Rate,
        GatewayFiles, GatewayBytes, GatewayClients, GatewayRate,
        Concerns, Ready, LedgerRead, JobFileRead, JobFileProblems, Start,
    ];
}

/// <summary>A metric as docs/dashboard.md, <c>/metrics</c> and an OpenTelemetry collector show it.</summary>
/// <param name="Name">Its name, with its base unit.</param>
/// <param name="Kind"><c>counter</c>, <c>gauge</c> or <c>histogram</c>.</param>
/// <param name="Labels">Its labels, joined by a comma; never a path or a file name.</param>
/// <param name="Meaning">Its description.</param>
internal sealed record MetricRow(string Name, string Kind, string Labels, string Meaning);
