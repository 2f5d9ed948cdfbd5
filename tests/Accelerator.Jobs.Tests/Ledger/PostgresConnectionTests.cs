namespace Accelerator.Jobs.Tests.Ledger;

public sealed class PostgresConnectionTests
{
    [Theory]
    [InlineData("Host=a", "Host=a;Options=\"-c idle_in_transaction_session_timeout=30s\"")]
    [InlineData("Host=a;Options=-c jit=off", "Host=a;Options=\"-c jit=off -c idle_in_transaction_session_timeout=30s\"")]
    [InlineData("Host=a;Max Auto Prepare=9", "Host=a;Max Auto Prepare=9;Options=\"-c idle_in_transaction_session_timeout=30s\"")]
    public void A_transaction_that_is_idle_ends_after_half_a_minute(string connection, string expected) =>
        Assert.Equal(expected, PostgresDatabase.WithIdleLimit(connection));

    [Theory]
    [InlineData("Host=a;Options=-c idle_in_transaction_session_timeout=5min")]
    [InlineData("Host=a;Max Auto Prepare=0")]
    [InlineData("Host=a;MaxAutoPrepare=0")]
    public void A_limit_of_the_user_and_a_string_for_a_pooler_stay(string connection) =>
        Assert.Equal(connection, PostgresDatabase.WithIdleLimit(connection));
}
