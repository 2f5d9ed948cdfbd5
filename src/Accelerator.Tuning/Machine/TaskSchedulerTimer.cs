using System.Globalization;
using System.Security;
using System.Text;

namespace Accelerator.Tuning.Machine;

/// <summary>
/// A Windows Task Scheduler task that runs <c>ftpx tune rollback</c> once as SYSTEM: it outlives a session whose link is cut by the restart
/// of the adapter.
/// </summary>
/// <param name="commands">Runs schtasks. Its exit code is no evidence of success; the existence of the task's file is.</param>
/// <param name="program">The program that the task runs.</param>
/// <param name="folder">The folder in which the system stores its tasks: <c>System32\Tasks</c>.</param>
/// <param name="journals">The folder of the journals, which exists: only administrators may write to it.</param>
public sealed class TaskSchedulerTimer(ICommandRunner commands, string program, string folder, string journals) : IRollbackTimer
{
    private const string Prefix = "Accelerator ";

    public async Task StartAsync(string journal, DateTimeOffset due, CancellationToken cancellationToken)
    {
        // The task runs as SYSTEM, and the folder for temporary files is open to programs of the user without administrator rights.
        var description = Path.Combine(journals, $"{Guid.NewGuid():N}.xml");
        try
        {
            // schtasks expects dates in the user's language on its command line, and in ISO 8601 in a UTF-16 file.
            await File.WriteAllTextAsync(description, Describe(journal, due), Encoding.Unicode, cancellationToken).ConfigureAwait(false);
            await commands.RunAsync("schtasks", ["/create", "/tn", Prefix + journal, "/xml", description, "/f"],
                cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Refusal($"{e.Message}", e);
        }
        finally
        {
            File.Delete(description);
        }
        if (!File.Exists(Path.Combine(folder, Prefix + journal))) throw Refusal("schtasks made no task");
    }

    public async Task<bool> StopAsync(string journal, CancellationToken cancellationToken)
    {
        try
        {
            await commands.RunAsync("schtasks", ["/delete", "/tn", Prefix + journal, "/f"], cancellationToken).ConfigureAwait(false);
            return !File.Exists(Path.Combine(folder, Prefix + journal));
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static SettingWriteException Refusal(string why, Exception? inner = null) =>
        new($"The timer for the rollback could not be started ({why.TrimEnd('.')}), so no adapter was restarted.", inner);

    // SYSTEM by its SID, because the account's name is localised. A task missed because the computer was off runs at the next opportunity.
    private string Describe(string journal, DateTimeOffset due) =>
        $"""
        <?xml version="1.0" encoding="UTF-16"?>
        <Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
          <RegistrationInfo><Description>Sets the tuning {SecurityElement.Escape(journal)} back unless ftpx tune confirm was run.</Description></RegistrationInfo>
          <Triggers>
            <TimeTrigger><StartBoundary>{Iso(due)}</StartBoundary><EndBoundary>{Iso(due.AddDays(7))}</EndBoundary><Enabled>true</Enabled></TimeTrigger>
          </Triggers>
          <Principals><Principal id="Author"><UserId>S-1-5-18</UserId><RunLevel>HighestAvailable</RunLevel></Principal></Principals>
          <Settings>
            <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
            <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
            <StartWhenAvailable>true</StartWhenAvailable>
            <DeleteExpiredTaskAfter>PT1H</DeleteExpiredTaskAfter>
            <ExecutionTimeLimit>PT10M</ExecutionTimeLimit>
          </Settings>
          <Actions Context="Author">
            <Exec><Command>{SecurityElement.Escape(program)}</Command><Arguments>tune rollback {SecurityElement.Escape(journal)} --yes --restart-adapters --unless-confirmed</Arguments></Exec>
          </Actions>
        </Task>
        """;

    private static string Iso(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);
}
