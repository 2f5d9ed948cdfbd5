namespace Accelerator.Service.Metrics;

/// <summary>The one table of all metrics; docs/dashboard.md lists them, and a test compares the two.</summary>
internal static class MetricTable
{
    public static readonly MetricRow Files = new(
        "accelerator_files_total", "counter", "job, result", "Files by how a try ended: delivered, retried, failed, quarantined.");
    public static readonly MetricRow Delivered = new("accelerator_delivered_bytes_total", "counter", "job", "Bytes of delivered files.");
    public static readonly MetricRow DeliverySeconds = new(
        "accelerator_delivery_seconds", "histogram", "job", "From being seen to being delivered.");
    public static readonly MetricRow Polls = new("accelerator_looks_total", "counter", "job, result", "Looks: complete, incomplete.");
    public static readonly MetricRow PollSeconds = new("accelerator_look_seconds", "histogram", "job", "How long a look took.");
    public static readonly MetricRow Effects = new(
        "accelerator_effects_total", "counter", "job, result", "What was done after deliveries: done, failed.");
    public static readonly MetricRow Waiting = new(
        "accelerator_backlog_files", "gauge", "job", "Files that are not delivered yet, those apart that are put aside.");
    public static readonly MetricRow WaitingBytes = new("accelerator_backlog_bytes", "gauge", "job", "Their bytes.");
    public static readonly MetricRow Oldest = new(
        "accelerator_oldest_undelivered_seconds", "gauge", "job", "How long the file has waited that waits longest; 0 where none waits.");
    public static readonly MetricRow Objective = new(
        "accelerator_objective_seconds", "gauge", "job", "How long a file may take, as the job file says.");
    public static readonly MetricRow InTime = new(
        "accelerator_in_time_ratio", "gauge", "job", "Share of the last 24 h's files that met the objective, 0 to 1.");
    public static readonly MetricRow Quarantined = new(
        "accelerator_put_aside_files", "gauge", "job, state", "Files that wait for somebody: failed, quarantined.");
    public static readonly MetricRow LastPoll = new(
        "accelerator_last_complete_look_timestamp_seconds", "gauge", "job", "When the last complete look ended.");
    public static readonly MetricRow LastDelivery = new(
        "accelerator_last_delivery_timestamp_seconds", "gauge", "job", "When a file was last delivered.");
    public static readonly MetricRow Sessions = new("accelerator_sessions", "gauge", "server", "Sessions that are logged in.");
    public static readonly MetricRow SessionLimit = new("accelerator_session_limit", "gauge", "server", "Most that may be.");
    public static readonly MetricRow Rate = new("accelerator_receive_bytes_per_second", "gauge", "server", "What comes from it now.");
    public static readonly MetricRow Concerns = new(
        "accelerator_concerns", "gauge", "", "Things that somebody should look at; 0 where all is well.");
    public static readonly MetricRow Ready = new(
        "accelerator_ready", "gauge", "", "1 where the ledger answers and no job is blind, blocked or unreachable.");
    public static readonly MetricRow LedgerRead = new(
        "accelerator_ledger_read_timestamp_seconds", "gauge", "", "When the ledger last told what these figures are made of.");
    public static readonly MetricRow JobFileRead = new(
        "accelerator_job_file_read_timestamp_seconds", "gauge", "", "When what is in force of the job file was read.");
    public static readonly MetricRow JobFileProblems = new(
        "accelerator_job_file_problems", "gauge", "", "What is wrong with the job file as it lies there now.");
    public static readonly MetricRow Start = new("accelerator_start_timestamp_seconds", "gauge", "version", "When the service began.");

    /// <summary>All metrics, in the order of the document.</summary>
    public static IReadOnlyList<MetricRow> Rows { get; } =
    [
        Files, Delivered, DeliverySeconds, Polls, PollSeconds, Effects, Waiting, WaitingBytes, Oldest, Objective, InTime, Quarantined,
        LastPoll, LastDelivery, Sessions, SessionLimit, Rate,
        Concerns, Ready, LedgerRead, JobFileRead, JobFileProblems, Start,
    ];
}

/// <summary>A metric as docs/dashboard.md, <c>/metrics</c> and an OpenTelemetry collector show it.</summary>
/// <param name="Name">Its name, with its base unit.</param>
/// <param name="Kind"><c>counter</c>, <c>gauge</c> or <c>histogram</c>.</param>
/// <param name="Labels">Its labels, joined by a comma; never a path or a file name.</param>
/// <param name="Meaning">Its description.</param>
internal sealed record MetricRow(string Name, string Kind, string Labels, string Meaning);
