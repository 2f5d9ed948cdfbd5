namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The eleven tables of Quartz.NET 3.22, which stores the poll schedules there if several nodes share them: its package contains no script.
/// Columns are those of its statements (<c>Quartz.Impl.AdoJobStore.StdAdoConstants</c>), including the optional ones of its newer releases.
/// </summary>
internal static class QuartzTables
{
    /// <summary>Statements that do nothing if the tables exist.</summary>
    public const string Statements = $"""
        CREATE TABLE IF NOT EXISTS qrtz_job_details (
            sched_name text NOT NULL, job_name text NOT NULL, job_group text NOT NULL, description text, job_class_name text NOT NULL,
                is_durable boolean NOT NULL,
            is_nonconcurrent boolean NOT NULL, is_update_data boolean NOT NULL, requests_recovery boolean NOT NULL, job_data bytea,
            PRIMARY KEY (sched_name, job_name, job_group));
        CREATE TABLE IF NOT EXISTS qrtz_triggers (
            {Key}, job_name text NOT NULL, job_group text NOT NULL, description text, next_fire_time bigint, prev_fire_time bigint,
                priority integer, trigger_state text NOT NULL,
            trigger_type text NOT NULL, start_time bigint NOT NULL, end_time bigint, calendar_name text, misfire_instr smallint,
                job_data bytea,
            misfire_orig_fire_time bigint, execution_group text, preferred_node text, preferred_node_auto boolean,
            PRIMARY KEY (sched_name, trigger_name, trigger_group),
            FOREIGN KEY (sched_name, job_name, job_group) REFERENCES qrtz_job_details (sched_name, job_name, job_group));
        CREATE INDEX IF NOT EXISTS qrtz_triggers_due ON qrtz_triggers (sched_name, trigger_state, next_fire_time);
        CREATE TABLE IF NOT EXISTS qrtz_simple_triggers ({Key}, repeat_count bigint NOT NULL, repeat_interval bigint NOT NULL,
            times_triggered bigint NOT NULL, {OfTrigger});
        CREATE TABLE IF NOT EXISTS qrtz_simprop_triggers (
            {Key}, str_prop_1 text, str_prop_2 text, str_prop_3 text, int_prop_1 integer, int_prop_2 integer, long_prop_1 bigint,
                long_prop_2 bigint, dec_prop_1 numeric, dec_prop_2 numeric,
            bool_prop_1 boolean, bool_prop_2 boolean, time_zone_id text, {OfTrigger});
        CREATE TABLE IF NOT EXISTS qrtz_cron_triggers ({Key}, cron_expression text NOT NULL, time_zone_id text, {OfTrigger});
        CREATE TABLE IF NOT EXISTS qrtz_blob_triggers ({Key}, blob_data bytea, {OfTrigger});
        CREATE TABLE IF NOT EXISTS qrtz_calendars (sched_name text NOT NULL, calendar_name text NOT NULL, calendar bytea NOT NULL,
            PRIMARY KEY (sched_name, calendar_name));
        CREATE TABLE IF NOT EXISTS qrtz_paused_trigger_grps (sched_name text NOT NULL, trigger_group text NOT NULL,
            PRIMARY KEY (sched_name, trigger_group));
        CREATE TABLE IF NOT EXISTS qrtz_fired_triggers (
            sched_name text NOT NULL, entry_id text NOT NULL, trigger_name text NOT NULL, trigger_group text NOT NULL,
                instance_name text NOT NULL, fired_time bigint NOT NULL,
            sched_time bigint NOT NULL, priority integer NOT NULL, state text NOT NULL, job_name text, job_group text,
                is_nonconcurrent boolean NOT NULL, requests_recovery boolean,
            execution_group text,
            PRIMARY KEY (sched_name, entry_id));
        CREATE TABLE IF NOT EXISTS qrtz_scheduler_state (
            sched_name text NOT NULL, instance_name text NOT NULL, last_checkin_time bigint NOT NULL, checkin_interval bigint NOT NULL,
                PRIMARY KEY (sched_name, instance_name));
        CREATE TABLE IF NOT EXISTS qrtz_locks (sched_name text NOT NULL, lock_name text NOT NULL, PRIMARY KEY (sched_name, lock_name));
        """;

    private const string Key = "sched_name text NOT NULL, trigger_name text NOT NULL, trigger_group text NOT NULL";

    private const string OfTrigger =
        "PRIMARY KEY (sched_name, trigger_name, trigger_group), FOREIGN KEY (sched_name, trigger_name, "
            + "trigger_group) REFERENCES qrtz_triggers (sched_name, trigger_name, trigger_group) ON DELETE CASCADE";
}
